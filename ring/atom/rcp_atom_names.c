// SPDX-License-Identifier: GPL-2.0
/*
 * AMD's names of the tables of R6xx and R7xx, by number.  For error sentences and the tool.
 *
 * Constant data: no locks.
 */
#include "rcp_atom.h"

static const char * const commands[RCP_ATOM_COMMANDS] = {
	"ASIC_Init", "GetDisplaySurfaceSize", "ASIC_RegistersInit", "VRAM_BlockVenderDetection",
	"DIGxEncoderControl", "MemoryControllerInit", "EnableCRTCMemReq", "MemoryParamAdjust",
	"DVOEncoderControl", "GPIOPinControl", "SetEngineClock", "SetMemoryClock",
	"SetPixelClock", "DynamicClockGating", "ResetMemoryDLL", "ResetMemoryDevice",
	"MemoryPLLInit", "AdjustDisplayPll", "AdjustMemoryController", "EnableASIC_StaticPwrMgt",
	"ASIC_StaticPwrMgtStatusChange", "DAC_LoadDetection", "LVTMAEncoderControl",
	"LCD1OutputControl", "DAC1EncoderControl", "DAC2EncoderControl", "DVOOutputControl",
	"CV1OutputControl", "GetConditionalGoldenSetting", "TVEncoderControl",
	"TMDS1EncoderControl", "LVDSEncoderControl", "TV1OutputControl", "EnableScaler",
	"BlankCRTC", "EnableCRTC", "GetPixelClock", "EnableVGA_Render", "GetSCLKOverMCLKRatio",
	"SetCRTC_Timing", "SetCRTC_OverScan", "SetCRTC_Replication", "SelectCRTC_Source",
	"EnableGraphSurfaces", "UpdateCRTC_DoubleBufferRegisters", "LUT_AutoFill",
	"EnableHW_IconCursor", "GetMemoryClock", "GetEngineClock", "SetCRTC_UsingDTDTiming",
	"ExternalEncoderControl", "LVTMAOutputControl", "VRAM_BlockDetectionByStrap",
	"MemoryCleanUp", "ProcessI2cChannelTransaction", "WriteOneByteToHWAssistedI2C",
	"ReadHWAssistedI2CStatus", "SpeedFanControl", "PowerConnectorDetection",
	"MC_Synchronization", "ComputeMemoryEnginePLL", "MemoryRefreshConversion",
	"VRAM_GetCurrentInfoBlock", "DynamicMemorySettings", "MemoryTraining",
	"EnableSpreadSpectrumOnPPLL", "TMDSAOutputControl", "SetVoltage", "DAC1OutputControl",
	"DAC2OutputControl", "SetupHWAssistedI2CStatus", "ClockSource", "MemoryDeviceInit",
	"EnableYUV", "DIG1EncoderControl", "DIG2EncoderControl", "DIG1TransmitterControl",
	"DIG2TransmitterControl", "ProcessAuxChannelTransaction", "DPEncoderService",
	"GetVoltageInfo",
};

static const char * const data[RCP_ATOM_DATA] = {
	"UtilityPipeLine", "MultimediaCapabilityInfo", "MultimediaConfigInfo",
	"StandardVESA_Timing", "FirmwareInfo", "PaletteData", "LCD_Info", "DIGTransmitterInfo",
	"AnalogTV_Info", "SupportedDevicesInfo", "GPIO_I2C_Info", "VRAM_UsageByFirmware",
	"GPIO_Pin_LUT", "VESA_ToInternalModeLUT", "ComponentVideoInfo", "PowerPlayInfo",
	"CompassionateData", "SaveRestoreInfo", "PPLL_SS_Info", "OemInfo", "XTMDS_Info",
	"MclkSS_Info", "Object_Header", "IndirectIOAccess", "MC_InitParameter",
	"ASIC_VDDC_Info", "ASIC_InternalSS_Info", "TV_VideoMode", "VRAM_Info",
	"MemoryTrainingInfo", "IntegratedSystemInfo", "ASIC_ProfilingInfo", "VoltageObjectInfo",
	"PowerSourceInfo",
};

/**
 * rcp_atom_command_name() - look up AMD's name of a command table
 * @number: number of the table
 *
 * Context: any.
 * Return: the name, "unnamed" for an unknown number.
 */
const char *rcp_atom_command_name(u32 number)
{
	return number < RCP_ATOM_COMMANDS ? commands[number] : "unnamed";
}

/**
 * rcp_atom_data_name() - look up AMD's name of a data table
 * @number: number of the table
 *
 * Context: any.
 * Return: the name, "unnamed" for an unknown number.
 */
const char *rcp_atom_data_name(u32 number)
{
	return number < RCP_ATOM_DATA ? data[number] : "unnamed";
}
