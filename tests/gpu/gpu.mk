# SPDX-License-Identifier: GPL-2.0
# The drawing machine, build/libgpu.a, and its unit tests.
#
# Results are the same on every host: no contraction of a * b + c, no libm beyond sqrt and floor.

GPU_CORE := cache mem float format format_number format_block color_format tile fetch \
	texture texture_filter texture_lanes texture_lod texture_wrap texture_size texture_look masks
GPU_CORE += alu program alu_clause fetch_clause export flow stage vgt geometry vertex interpolate spi place watch db cb pixel raster setup pa r600 rows draw
# R5xx: programs and constants in the chip, and the front.
GPU_CORE += $(addprefix r500/,upload pvs_ops pvs streams vap ga window front)
# ... fragment programs and the back
GPU_CORE += $(addprefix r500/,us us_alu us_flow tile ram hiz tx tx_format rs target lines trace pixel r500)
GPU_CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Wno-unused-parameter -ffp-contract=off \
	-fno-math-errno -fno-trapping-math -fvect-cost-model=dynamic -fPIC -fvisibility=hidden -Itests/gpu
GPU_SAN := -fsanitize=address,undefined -fno-sanitize-recover=all -O1
GPU_HDRS := $(wildcard tests/gpu/*.h tests/gpu/*/*.h) tests/gpu/gpu.mk

build/gpu/%.o: tests/gpu/%.c $(GPU_HDRS)
	@mkdir -p $(@D)
	$(CC) $(GPU_CFLAGS) -c $< -o $@

build/gpu/san/%.o: tests/gpu/%.c $(GPU_HDRS) tests/pm4/tap.h tests/oracle/surface.h
	@mkdir -p $(@D)
	$(CC) $(GPU_CFLAGS) $(GPU_SAN) -Itests/pm4 -Itests/oracle -c $< -o $@

build/libgpu.a: $(GPU_CORE:%=build/gpu/%.o)
	rm -f $@
	ar rcs $@ $^

build/gpu/san/libgpu.a: $(GPU_CORE:%=build/gpu/san/%.o)
	rm -f $@
	ar rcs $@ $^

# Formats, tiles, fetches and textures; addresses beside the oracle's.
GPU_SURFACE_TEST := unit_surface unit_memory unit_float unit_format unit_color_format unit_tile \
	unit_fetch unit_texture_lib unit_texture unit_filter unit_masks unit_lanes
TESTS += build/gpu-surface-test
build/gpu-surface-test: $(GPU_SURFACE_TEST:%=build/gpu/san/%.o) build/gpu/san/libgpu.a tests/pm4/tap.c tests/oracle/surface.c tests/oracle/texture.c
	$(CC) $(GPU_CFLAGS) $(GPU_SAN) -Itests/pm4 -Itests/oracle $^ -lm -o $@

# Opcodes, control flow, and whole draws with programs of the test's own.
GPU_DRAW_TEST := unit_rig unit_alu unit_alu_values unit_flow unit_vertices unit_raster unit_targets unit_limits unit_rows unit_watch unit_cache
TESTS += build/gpu-test
build/gpu-test: $(GPU_DRAW_TEST:%=build/gpu/san/%.o) build/gpu/san/libgpu.a tests/pm4/tap.c
	$(CC) $(GPU_CFLAGS) $(GPU_SAN) -Itests/pm4 $^ -lm -o $@

# The front of R5xx: operations, vertex programs, vertices and primitives.
GPU_R500_FRONT_TEST := unit_r500_front unit_r500_ops unit_r500_pvs unit_r500_vertices
TESTS += build/gpu-r500-front-test
build/gpu-r500-front-test: $(GPU_R500_FRONT_TEST:%=build/gpu/san/%.o) build/gpu/san/libgpu.a tests/pm4/tap.c
	$(CC) $(GPU_CFLAGS) $(GPU_SAN) -Itests/pm4 $^ -lm -o $@

# The back of R5xx: fragment programs, tiles, textures, targets.
GPU_R500_BACK_TEST := unit_r500_back unit_r500_us unit_r500_tiles unit_r500_textures unit_r500_targets unit_r500_ram unit_r500_hiz unit_r500_caches
TESTS += build/gpu-r500-back-test
build/gpu-r500-back-test: $(GPU_R500_BACK_TEST:%=build/gpu/san/%.o) build/gpu/san/libgpu.a tests/pm4/tap.c
	$(CC) $(GPU_CFLAGS) $(GPU_SAN) -Itests/pm4 $^ -lm -o $@
