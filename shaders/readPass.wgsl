// A bare read pass, the yardstick for accounting: the sum of all words modulo 2^32. Twin: src/device/cpu/readPass.ts.

override WORKGROUP: u32 = 64;
override RUN_VECTORS: u32 = 4096;

@group(0) @binding(0) var<storage, read> memory: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> sum: atomic<u32>;
@group(0) @binding(2) var<uniform> vectors: u32;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  var total = vec4u(0u);
  for (var run = group.x * RUN_VECTORS; run < vectors; run += groups.x * RUN_VECTORS) {
    let end = min(vectors, run + RUN_VECTORS);
    for (var i = run + lane; i < end; i += WORKGROUP) {
      total += memory[i];
    }
  }
  // Integers: the order of the additions does not matter.
  atomicAdd(&sum, total.x + total.y + total.z + total.w);
}
