// SPDX-License-Identifier: GPL-2.0
/*
 * The PCIe link: registers of the port behind PCIE_PORT_INDEX, the mirror of configuration
 * space among the registers, and changes of the link speed.
 *
 * The link comes up at 2.5 GT/s.  LC_GEN2_EN_STRAP starts the change to 5 GT/s; the model
 * demands the steps that the in-tree driver takes before it.  Other registers of the port
 * are storage.
 */
#include <string.h>

#include "pci.h"
#include "r600/r600.h"

#define GEN2		2u	/* in LINK_STATUS and LINK_CNTL2 */
#define WIDTH_X16	6u

static u32 *speed_cntl(struct model *m)
{
	return &r600(m)->link.port[PCIE_LC_SPEED_CNTL];
}

static u32 *width_cntl(struct model *m)
{
	return &r600(m)->link.port[PCIE_LC_LINK_WIDTH_CNTL];
}

/* RV670, RV620 and RV635. */
static bool is_55nm(const struct model_chip *chip)
{
	return !r600_chip(chip)->r7xx && !chip->igp && chip->id >= 3;
}

/* Registers that firmware does not set hold noise that differs from the values a driver needs. */
void link_power_on(struct model *m)
{
	u32 seed = m->config.seed;

	memset(&r600(m)->link, 0, sizeof(r600(m)->link));
	for (u32 i = 0; seed && i < LINK_PORT_REGS; i++)
		r600(m)->link.port[i] = power_noise(seed, 1u << 24 | i);
	*speed_cntl(m) &= ~(LC_GEN2_EN_STRAP | LC_CURRENT_DATA_RATE | LC_CLR_FAILED_SPD_CHANGE_CNT |
			    LC_OTHER_SIDE_EVER_SENT_GEN2 | LC_OTHER_SIDE_SUPPORTS_GEN2);
	if (m->config.port >= MODEL_PORT_5 && m->chip->gen2) {
		*speed_cntl(m) |= LC_OTHER_SIDE_SUPPORTS_GEN2 | LC_TARGET_LINK_SPEED_OVERRIDE_EN |
				  LC_FORCE_DIS_HW_SPEED_CHANGE;
		r600(m)->link.port[PCIE_LC_TRAINING_CNTL] |= LC_POINT_7_PLUS_EN;
		if (!(m->config.board & MODEL_BOARD_NO_GEN2))
			*speed_cntl(m) |= LC_OTHER_SIDE_EVER_SENT_GEN2;
	}
	*width_cntl(m) &= ~(LC_LINK_WIDTH_MASK | LC_LINK_WIDTH_RD_MASK | LC_RECONFIG_NOW | LC_RENEGOTIATION_SUPPORT);
	*width_cntl(m) |= WIDTH_X16 << LC_LINK_WIDTH_RD_SHIFT | LC_UPCONFIGURE_DIS;
	if (seed & 1)
		*width_cntl(m) |= LC_RENEGOTIATION_SUPPORT;
	if (seed)
		reg_set(m, BIF_541C, power_noise(seed, BIF_541C) & ~BIF_541C_LINK_CNTL2_EN);
	pci_set_link_speed(m, 1);
}

/* The reason why a change of speed that starts now would fail; NULL if it would succeed. */
static const char *speed_change_fails(struct model *m)
{
	u32 speed = *speed_cntl(m), cntl2 = pci_link_cntl2(m);

	if (!(speed & LC_OTHER_SIDE_EVER_SENT_GEN2) || !(speed & LC_OTHER_SIDE_SUPPORTS_GEN2))
		return "the other side has never sent 5 GT/s";
	if ((cntl2 & TARGET_LINK_SPEED_MASK) != GEN2)
		return "LINK_CNTL2 has another target";
	if (reg_get(m, MM_CFGREGS_CNTL) & MM_WR_TO_CFG_EN)
		return "MM_CFGREGS_CNTL leaves configuration space open to writes";
	if (is_55nm(m->chip)) {
		if (cntl2 & SELECTABLE_DEEMPHASIS)
			return "the chip does not do the de-emphasis that LINK_CNTL2 asks for";
		if (r600(m)->link.port[PCIE_LC_TRAINING_CNTL] & LC_POINT_7_PLUS_EN)
			return "LC_POINT_7_PLUS_EN is set";
	} else if (speed & LC_TARGET_LINK_SPEED_OVERRIDE_EN) {
		return "LC_TARGET_LINK_SPEED_OVERRIDE_EN is set";
	}
	if (is_r7xx(m) && !r600(m)->link.failures_cleared)
		return "LC_CLR_FAILED_SPD_CHANGE_CNT was not set and cleared";
	if (!is_r7xx(m) && (!(speed & LC_FORCE_EN_HW_SPEED_CHANGE) || (speed & LC_FORCE_DIS_HW_SPEED_CHANGE)))
		return "the hardware may not change the speed";
	return NULL;
}

static void set_speed_cntl(struct model *m, u32 value)
{
	u32 fixed = LC_CURRENT_DATA_RATE | LC_OTHER_SIDE_EVER_SENT_GEN2 | LC_OTHER_SIDE_SUPPORTS_GEN2;
	u32 old = *speed_cntl(m);
	const char *why;

	if ((old & LC_CLR_FAILED_SPD_CHANGE_CNT) && !(value & LC_CLR_FAILED_SPD_CHANGE_CNT))
		r600(m)->link.failures_cleared = true;
	*speed_cntl(m) = (value & ~fixed) | (old & fixed);
	if (!(value & LC_GEN2_EN_STRAP) || (old & LC_GEN2_EN_STRAP))
		return;
	why = speed_change_fails(m);
	if (why) {
		violation(m, "link-speed", "LC_GEN2_EN_STRAP starts a change to 5 GT/s, but %s", why);
		return;
	}
	*speed_cntl(m) |= LC_CURRENT_DATA_RATE;
	pci_set_link_speed(m, GEN2);
}

static void set_width_cntl(struct model *m, u32 value)
{
	u32 fixed = LC_LINK_WIDTH_RD_MASK | LC_RENEGOTIATION_SUPPORT;
	u32 old = *width_cntl(m), lanes = (old & LC_LINK_WIDTH_RD_MASK) >> LC_LINK_WIDTH_RD_SHIFT;

	*width_cntl(m) = (value & ~(fixed | LC_RECONFIG_NOW)) | (old & fixed);
	if (!(value & LC_RECONFIG_NOW))
		return;
	if (!(old & LC_RENEGOTIATION_SUPPORT))
		violation(m, "link-width", "LC_RECONFIG_NOW on a link that cannot renegotiate its width");
	else if ((value & LC_LINK_WIDTH_MASK) != lanes)
		violation(m, "link-width", "LC_RECONFIG_NOW asks for LC_LINK_WIDTH %u on a link that has %u",
			  value & LC_LINK_WIDTH_MASK, lanes);
	else if ((value & (LC_UPCONFIGURE_DIS | LC_RECONFIG_ARC_MISSING_ESCAPE)) || !(value & LC_RENEGOTIATE_EN))
		violation(m, "link-width", "LC_RECONFIG_NOW with 0x%08x, which does not let the width change", value);
}

static void port_write(struct model *m, u32 index, u32 value)
{
	if (index == PCIE_LC_TRAINING_CNTL || index == PCIE_LC_LINK_WIDTH_CNTL || index == PCIE_LC_SPEED_CNTL) {
		if (m->chip->gen->running(m))
			violation(m, "link-live", "register 0x%02x of the PCIe port was written while %s", index,
				  m->chip->gen->running(m));
		/* Programs of a video BIOS never read it back; a driver always does. */
		if (r600(m)->link.index_unread && r600(m)->link.reads_back)
			violation(m, "link-index",
				  "PCIE_PORT_DATA was written before PCIE_PORT_INDEX was read back");
	}
	switch (index) {
	case PCIE_LC_LINK_WIDTH_CNTL:
		set_width_cntl(m, value);
		break;
	case PCIE_LC_SPEED_CNTL:
		set_speed_cntl(m, value);
		break;
	default:
		r600(m)->link.port[index] = value;
	}
}

static bool in_mirror(u64 offset)
{
	return offset >= MM_CFGREGS && offset < MM_CFGREGS + CONFIG_SPACE;
}

/* Test for a 16-bit access to configuration space. */
bool link_is_narrow(u64 offset, unsigned int size)
{
	return size == 2 && !(offset & 1) && in_mirror(offset);
}

bool link_reg_read(struct model *m, u32 reg, u32 *value)
{
	if (in_mirror(reg)) {
		*value = pci_get32(m, reg - MM_CFGREGS);
		return true;
	}
	if (reg == PCIE_PORT_INDEX) {
		r600(m)->link.index_unread = false;
		r600(m)->link.reads_back = true;
	}
	if (reg != PCIE_PORT_DATA)
		return false;
	*value = r600(m)->link.port[reg_get(m, PCIE_PORT_INDEX) % LINK_PORT_REGS];
	return true;
}

bool link_reg_write(struct model *m, u32 reg, u32 value)
{
	if (reg == PCIE_PORT_INDEX)
		r600(m)->link.index_unread = true;
	if (reg != PCIE_PORT_DATA)
		return false;
	port_write(m, reg_get(m, PCIE_PORT_INDEX) % LINK_PORT_REGS, value);
	return true;
}

/* The mirror accepts only the write to LINK_CNTL2 that the in-tree driver does. */
bool link_mirror_write(struct model *m, u64 offset, u32 value, unsigned int size)
{
	if (!in_mirror(offset))
		return false;
	if (!(reg_get(m, MM_CFGREGS_CNTL) & MM_WR_TO_CFG_EN))
		violation(m, "link-config", "register 0x%04llx, which mirrors configuration space, was written without MM_WR_TO_CFG_EN",
			  (unsigned long long)offset);
	else if (offset != MM_CFGREGS + LINK_CNTL2 || size != 2)
		violation(m, "link-config", "%u bytes were written to register 0x%04llx; of configuration space LINK_CNTL2 alone is known",
			  size, (unsigned long long)offset);
	else if (!(reg_get(m, BIF_541C) & BIF_541C_LINK_CNTL2_EN))
		violation(m, "link-config", "LINK_CNTL2 was written before bit 3 of register 0x541c was set");
	else
		model_config_write(m, LINK_CNTL2, value, 2);
	return true;
}
