# The sum of 2 x 2 elements of input 0 goes to output 0.  r0: the corner that they share, in
# elements.  c0: 0.5, -0.5
ALU; RGB MAD r1.rgb, r0.rgb, 1, -0.5
ALU; RGB MAD r2.rgb, r0.rgb, 1, c0.rgb
ALU; RGB MAD r3.rgb, r0.rgb, 1, c0.grb
ALU; RGB MAD r4.rgb, r0.rgb, 1, 0.5
TEX ALU_WAIT UNSCALED LOOKUP r1.rgba, t0.rgba, r1.rgba
TEX UNSCALED LOOKUP r2.rgba, t0.rgba, r2.rgba
TEX UNSCALED LOOKUP r3.rgba, t0.rgba, r3.rgba
TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r4.rgba, t0.rgba, r4.rgba
ALU TEX_SEM_WAIT; RGB MAD r1.rgb, r1.rgb, 1, r2.rgb
ALU; RGB MAD r1.rgb, r1.rgb, 1, r3.rgb
OUT TEX_SEM_WAIT LAST; RGB MAD r0._ A.rgb, r1.rgb, 1, r4.rgb
