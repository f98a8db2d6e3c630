// Adds up the parts of each gradient and, chunk by chunk, the three dot products that the
// orthogonal projection needs: w·g, w·w, g·g.
@group(0) @binding(0) var<storage, read_write> weights: array<f32>;
@group(0) @binding(1) var<storage, read_write> chunks: array<vec4<i32>>; // first, end, tensor, parts
@group(0) @binding(2) var<storage, read_write> gradients: array<f32>;
@group(0) @binding(3) var<storage, read_write> dots: array<vec4<f32>>;

// Gradients may be as small as 1e-20; this keeps their squares inside f32.
const SCALE = 4294967296.0;
var<workgroup> partial: array<vec4<f32>, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    let chunk = chunks[group.x];
    var sums = vec4<f32>(0.0);
    for (var i = u32(chunk.x) + index; i < u32(chunk.y); i += 256u) {
        var g = gradients[i];
        for (var part = 1u; part < u32(chunk.w); part++) { g += gradients[part * PARAMETERS + i]; }
        gradients[i] = g;
        let w = weights[i];
        let scaled = g * SCALE;
        sums += vec4<f32>(w * scaled, w * w, scaled * scaled, 0.0);
    }
    partial[index] = sums;
    workgroupBarrier();
    for (var half = 128u; half > 0u; half /= 2u) {
        if (index < half) { partial[index] += partial[index + half]; }
        workgroupBarrier();
    }
    if (index == 0u) { dots[group.x] = partial[0]; }
}
