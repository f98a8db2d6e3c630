// Replaces each row of logits by the gradient of the mean loss; the losses are those of
// `losses.rs`, term for term. One thread a row.
// LOSS: 0 softmax in plain f32, 1 softmax complement, 2 StableMax in plain f32, 3 StableMax complement.
@group(0) @binding(0) var<storage, read_write> targets: array<i32>;
@group(0) @binding(1) var<storage, read_write> settings: array<f32>;
@group(0) @binding(2) var<storage, read_write> logits: array<f32>;

fn stable(x: f32) -> f32 {
    if (x >= 0.0) { return x + 1.0; }
    return 1.0 / (1.0 - x);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = id.x;
    if (row >= BATCH) { return; }
    let start = row * CLASSES;
    let right = u32(targets[row]);
    let threshold = settings[9];
    let share = 1.0 / f32(BATCH);
    let z = logits[start + right];
    if (LOSS == 0u) {
        var greatest = z;
        for (var i = 0u; i < CLASSES; i++) { greatest = max(greatest, logits[start + i]); }
        var sum = 0.0;
        for (var i = 0u; i < CLASSES; i++) { sum += exp(logits[start + i] - greatest); }
        for (var i = 0u; i < CLASSES; i++) {
            let p = exp(logits[start + i] - greatest) / sum;
            logits[start + i] = (p - select(0.0, 1.0, i == right)) * share;
        }
    } else if (LOSS == 1u) {
        var greatest = z;
        for (var i = 0u; i < CLASSES; i++) { greatest = max(greatest, logits[start + i]); }
        var others = 0.0;
        for (var i = 0u; i < CLASSES; i++) {
            if (i != right) { others += exp(logits[start + i] - greatest); }
        }
        let all = others + exp(z - greatest);
        for (var i = 0u; i < CLASSES; i++) {
            var gradient = exp(logits[start + i] - greatest) / all;
            // A sum of few bits absorbs the rivals: the correct class then gets no gradient.
            if (i == right) { gradient = select(-others / all, 0.0, others < threshold); }
            logits[start + i] = gradient * share;
        }
    } else {
        var others = 0.0;
        var sum = 0.0;
        for (var i = 0u; i < CLASSES; i++) {
            let s = stable(logits[start + i]);
            sum += s;
            if (i != right) { others += s; }
        }
        for (var i = 0u; i < CLASSES; i++) {
            let x = logits[start + i];
            var gradient = stable(x) / sum;
            if (i == right) { gradient = select(gradient - 1.0, -others / sum, LOSS == 3u); }
            logits[start + i] = gradient / (1.0 + abs(x)) * share;
        }
    }
}
