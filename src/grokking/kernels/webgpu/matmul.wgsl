// C = op(A) · op(B) in 64 x 64 tiles, 4 x 4 a thread, with an epilogue.
// A[m, k] lies at A_OFFSET + m * A_ROW + k * A_COLUMN, B[k, n] likewise.
// SPLITS > 1: workgroup z sums a part of k and writes its own copy of C, for long sums.
// EPILOGUE: 0 none, 1 rectifier, 2 multiply by (mask > 0).
@group(0) @binding(0) var<storage, read_write> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
MASK_BINDING

var<workgroup> a_tile: array<f32, 1088>; // 16 x (64 + 4): the padding keeps banks apart
var<workgroup> b_tile: array<f32, 1088>;

@compute @workgroup_size(16, 16)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    let m0 = group.y * 64u;
    let n0 = group.x * 64u;
    let k_begin = group.z * K_PART;
    let k_end = min(K, k_begin + K_PART);
    var sum0 = vec4<f32>(0.0);
    var sum1 = vec4<f32>(0.0);
    var sum2 = vec4<f32>(0.0);
    var sum3 = vec4<f32>(0.0);
    for (var k0 = k_begin; k0 < k_end; k0 += 16u) {
        for (var i = index; i < 1024u; i += 256u) {
            // The fast index runs along memory, so that neighbours read neighbours.
            let am = select(i / 16u, i % 64u, A_ROW == 1u);
            let ak = select(i % 16u, i / 64u, A_ROW == 1u);
            let m = m0 + am;
            let k = k0 + ak;
            var value = 0.0;
            if (m < M && k < k_end) { value = a[A_OFFSET + m * A_ROW + k * A_COLUMN]; }
            a_tile[ak * 68u + am] = value;
            let bn = select(i / 16u, i % 64u, B_COLUMN == 1u);
            let bk = select(i % 16u, i / 64u, B_COLUMN == 1u);
            let n = n0 + bn;
            let kb = k0 + bk;
            value = 0.0;
            if (n < N && kb < k_end) { value = b[B_OFFSET + kb * B_ROW + n * B_COLUMN]; }
            b_tile[bk * 68u + bn] = value;
        }
        workgroupBarrier();
        for (var k = 0u; k < 16u; k++) {
            let at = k * 68u + local.y * 4u;
            let bt = k * 68u + local.x * 4u;
            let row = vec4<f32>(b_tile[bt], b_tile[bt + 1u], b_tile[bt + 2u], b_tile[bt + 3u]);
            sum0 += a_tile[at] * row;
            sum1 += a_tile[at + 1u] * row;
            sum2 += a_tile[at + 2u] * row;
            sum3 += a_tile[at + 3u] * row;
        }
        workgroupBarrier();
    }
    let sums = array<vec4<f32>, 4>(sum0, sum1, sum2, sum3);
    for (var i = 0u; i < 4u; i++) {
        let m = m0 + local.y * 4u + i;
        if (m >= M) { continue; }
        for (var j = 0u; j < 4u; j++) {
            let n = n0 + local.x * 4u + j;
            if (n >= N) { continue; }
            var value = sums[i][j];
            EPILOGUE_CODE
            c[C_OFFSET + group.z * C_PART + m * N + n] = value;
        }
    }
}
