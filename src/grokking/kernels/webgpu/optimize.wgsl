// Projects the gradient, updates the moments and the weights, all in place.
// PROJECTION: 0 none, 1 per tensor, 2 whole vector. RULE: 0 Adam, 1 AdamW, 2 momentum.
@group(0) @binding(0) var<storage, read_write> chunks: array<vec4<i32>>; // first, end, tensor, parts
@group(0) @binding(1) var<storage, read_write> dots: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> settings: array<f32>;
@group(0) @binding(3) var<storage, read_write> progress: array<f32>;
@group(0) @binding(4) var<storage, read_write> gradients: array<f32>;
@group(0) @binding(5) var<storage, read_write> weights: array<f32>;
@group(0) @binding(6) var<storage, read_write> first: array<f32>;
@group(0) @binding(7) var<storage, read_write> second: array<f32>;

// Gradients may be as small as 1e-28; their squares are kept times this, squared.
const SCALE = 4294967296.0;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    let chunk = chunks[group.x];
    let rate = settings[0];
    let beta1 = settings[1];
    let beta2 = settings[2];
    let epsilon = settings[3];
    let momentum = settings[4];
    let decay = settings[5];
    var along = 0.0; // what to subtract: this times the weights
    var length = 1.0;
    if (PROJECTION != 0u) {
        var sums = vec4<f32>(0.0);
        for (var i = 0u; i < CHUNKS; i++) {
            if (PROJECTION == 2u || chunks[i].z == chunk.z) { sums += dots[i]; }
        }
        along = sums.x / (sums.y + 1e-30);
        if (RESCALE == 1u) {
            let rest = max(0.0, sums.z - along * sums.x);
            // No further: a purely radial gradient leaves only rounding noise to scale up.
            length = min(1e4, sqrt(sums.z) / (sqrt(rest) + 1e-30));
        }
        along /= SCALE;
    }
    // 1 - beta^t for every t until it is 1 in f32: tables, since a power would lose digits.
    let length1 = u32(settings[6]);
    let length2 = u32(settings[7]);
    let step = max(1u, u32(progress[0]));
    let correction1 = settings[TABLES + min(step, length1) - 1u];
    let correction2 = sqrt(settings[TABLES + length1 + min(step, length2) - 1u]);
    for (var i = u32(chunk.x) + index; i < u32(chunk.y); i += 256u) {
        var w = weights[i];
        var g = (gradients[i] - along * w) * length;
        if (RULE == 2u) {
            let velocity = momentum * first[i] + (g + decay * w);
            first[i] = velocity;
            weights[i] = w - rate * velocity;
        } else {
            if (RULE == 0u) { g += decay * w; }
            else { w -= rate * decay * w; }
            let m = beta1 * first[i] + (1.0 - beta1) * g;
            let scaled = g * SCALE * sqrt(1.0 - beta2);
            let v = beta2 * second[i] + scaled * scaled;
            first[i] = m;
            second[i] = v;
            weights[i] = w - rate * (m / correction1) / (sqrt(v) / (SCALE * correction2) + epsilon);
        }
    }
}
