// dE[t, j] = the sum of dh over the examples that use row t of the first layer.
// One workgroup a row; the examples of each row stand in `members`, so that the order of
// summation, and with it the result, is the same in every run.
@group(0) @binding(0) var<storage, read_write> starts: array<i32>;
@group(0) @binding(1) var<storage, read_write> members: array<i32>;
@group(0) @binding(2) var<storage, read_write> hidden_gradient: array<f32>;
@group(0) @binding(3) var<storage, read_write> gradients: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    let begin = u32(starts[group.x]);
    let end = u32(starts[group.x + 1u]);
    for (var j = index; j < WIDTH; j += 128u) {
        var sum = 0.0;
        for (var i = begin; i < end; i++) { sum += hidden_gradient[u32(members[i]) * WIDTH + j]; }
        gradients[group.x * WIDTH + j] = sum;
    }
}
