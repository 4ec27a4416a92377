// Numbers all words of an arena. Each workgroup takes runs of RUN_VECTORS vectors. Twin: src/device/cpu/stamp.ts.

override WORKGROUP: u32 = 64;
override RUN_VECTORS: u32 = 4096;

struct Task {
  first: Number,
  vectors: u32,
}

@group(0) @binding(0) var<storage, read_write> memory: array<vec4u>;
@group(0) @binding(1) var<uniform> task: Task;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var run = group.x * RUN_VECTORS; run < task.vectors; run += groups.x * RUN_VECTORS) {
    let end = min(task.vectors, run + RUN_VECTORS);
    for (var i = run + lane; i < end; i += WORKGROUP) {
      memory[i] = stamps(advance(task.first, i * 4u));
    }
  }
}
