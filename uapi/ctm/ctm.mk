# SPDX-License-Identifier: GPL-2.0
# CTM: the library, the assembler, and their tests.

CTM_WARN := -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -Wno-missing-field-initializers
CTM_CFLAGS := $(CTM_WARN) -O2 -g -Iuapi/ctm -Iuapi/ctm/as -Iuapi -Ipm4 -Ibuild/gen
CTM_DRM = $(shell pkg-config --cflags libdrm)
CTM_SAN := $(CTM_CFLAGS) -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
CTM_AS := $(addprefix uapi/ctm/as/,ctm_as.c ctm_as_text.c ctm_as_operand.c ctm_as_check.c ctm_as_elf.c)
CTM_AS_HDRS := $(wildcard uapi/ctm/as/*.h) pm4/r500/r500_us.h

build/ctm-as: uapi/ctm/as/ctm_as_main.c $(CTM_AS) $(CTM_AS_HDRS) build/libpm4.a
	$(CC) $(CTM_CFLAGS) $(filter %.c %.a,$^) -o $@

TESTS += build/ctm-as-test
build/ctm-as-test: tests/ctm/as_test.c tests/pm4/streams.h tests/pm4/tap.c $(CTM_AS) $(CTM_AS_HDRS) build/libpm4-san.a build/corpus/.unpacked
	$(CC) $(CTM_SAN) -Itests/pm4 $(filter %.c %.a,$^) -o $@

# The translation, without a device.
CTM_PURE := $(addprefix uapi/ctm/,ctm_pack.c ctm_job.c ctm_program.c ctm_start.c ctm_translate.c)
CTM_HDRS := $(wildcard uapi/ctm/*.h)

TESTS += build/ctm-translate-test
build/ctm-translate-test: tests/ctm/translate_test.c tests/pm4/tap.c $(CTM_PURE) $(CTM_HDRS) $(CTM_AS) $(CTM_AS_HDRS) build/libpm4-san.a
	$(CC) $(CTM_SAN) -Itests/pm4 $(filter %.c %.a,$^) -o $@

# Programs that compute, against the model in the same process: the linker redirects system calls.
comma := ,
CTM_COMPUTE := $(addprefix tests/ctm/,compute.c compute_arrays.c compute_flow.c compute_condition.c)

build/ctm-rig/rig.o: tests/model/rig.c $(MODEL_HDRS)
	@mkdir -p $(@D)
	$(CC) $(MODEL_CFLAGS) $(MODEL_SAN) -Dmain=rig_main -c $< -o $@

build/ctm-rig/rig_kernel.o: tests/ctm/rig_kernel.c tests/ctm/compute.h uapi/rcp_drm.h $(CTM_HDRS) $(MODEL_HDRS)
	@mkdir -p $(@D)
	$(CC) $(MODEL_CFLAGS) $(MODEL_SAN) -Iuapi/ctm -Iuapi/ctm/as -Iuapi -Itests/pm4 $(CTM_DRM) -c $< -o $@

# The checker, and the names of instructions, without other global names: the model has the same.
build/ctm-rig/judge.o: tests/ctm/judge.c build/libpm4-san.a
	@mkdir -p $(@D)
	$(CC) $(CTM_SAN) -c $< -o $@.one
	$(CC) -r -nostdlib $@.one build/libpm4-san.a -o $@.all
	objcopy --keep-global-symbol=judge $@.all $@

build/ctm-rig/us.o: build/libpm4-san.a
	@mkdir -p $(@D)
	$(CC) -r -nostdlib -Wl,-u,r500_say_inst build/libpm4-san.a -o $@.all
	objcopy --wildcard --keep-global-symbol='r500_us_*' $@.all $@

TESTS += build/ctm-compute-test
build/ctm-compute-test: $(CTM_COMPUTE) tests/ctm/compute.h tests/pm4/tap.c $(CTM_PURE) uapi/ctm/ctm_device.c $(CTM_HDRS) $(CTM_AS) $(CTM_AS_HDRS) \
		$(addprefix build/ctm-rig/,rig.o rig_kernel.o judge.o us.o) build/model/san/r500/up.o build/model/san/libmodel.a build/gpu/san/libgpu.a
	$(CC) $(CTM_SAN) $(CTM_DRM) -DCOMPUTE_HANGS=1 -Itests/pm4 -Itests/ctm $(filter %.c %.o %.a,$^) \
		$(addprefix -Wl$(comma)--wrap=,open close ioctl mmap munmap) -lm -o $@

# The library as it is installed, and the example.
CTM_LIB := $(CTM_PURE) uapi/ctm/ctm_device.c

build/ctm-pic/%.o: uapi/ctm/%.c $(CTM_HDRS) uapi/rcp_drm.h
	@mkdir -p $(@D)
	$(CC) $(CTM_WARN) -O2 -g -fPIC -fvisibility=hidden -Iuapi/ctm -Iuapi $(CTM_DRM) -c $< -o $@

build/libctm.so: $(CTM_LIB:uapi/ctm/%.c=build/ctm-pic/%.o)
	$(CC) -shared -Wl,-soname,libctm.so.0 $^ -o $@

build/libctm.a: $(CTM_LIB:uapi/ctm/%.c=build/ctm-pic/%.o)
	rm -f $@
	ar rcs $@ $^

build/ctm-sum: uapi/ctm/examples/sum.c build/libctm.a
	$(CC) $(CTM_WARN) -O2 -g -Iuapi/ctm $^ -o $@

build/ctm-sum.ctm: uapi/ctm/examples/sum.s build/ctm-as
	build/ctm-as -o $@ $<

# The programs that compute, for a VM: the same as build/ctm-compute-test, through the driver.
build/ctm-compute: $(CTM_COMPUTE) tests/ctm/vm_device.c tests/ctm/compute.h tests/pm4/tap.c $(CTM_AS) $(CTM_AS_HDRS) build/libctm.a build/libpm4.a
	$(CC) $(CTM_CFLAGS) -DCOMPUTE_HANGS=0 -Itests/pm4 -Itests/ctm $(filter %.c %.a,$^) -lm -o $@

# The assembler as a program.
TESTS += tests/ctm/as-tool-test
tests/ctm/as-tool-test: build/ctm-as
