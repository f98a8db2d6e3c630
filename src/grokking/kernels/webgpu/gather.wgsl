// h[n, j] = max(0, E[a_n, j] + E[b_n, j]): the first layer on two one-hot inputs.
// Thread 0 also counts the step, so that the host writes nothing.
@group(0) @binding(0) var<storage, read_write> weights: array<f32>;
@group(0) @binding(1) var<storage, read_write> rows: array<vec2<i32>>;
@group(0) @binding(2) var<storage, read_write> progress: array<f32>;
@group(0) @binding(3) var<storage, read_write> hidden: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let stride = groups.x * 256u;
    for (var i = id.x; i < BATCH * WIDTH; i += stride) {
        let row = rows[i / WIDTH];
        let j = i % WIDTH;
        let a = weights[u32(row.x) * WIDTH + j];
        let b = weights[u32(row.y) * WIDTH + j];
        hidden[i] = max(0.0, a + b);
    }
    if (id.x == 0u) {
        progress[0] += 1.0;
    }
}
