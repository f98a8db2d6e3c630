//! Launching hand-written WGSL through CubeCL, on Burn's own device and queue.
//!
//! Sizes are constants in the source, so a kernel has no uniform to upload.

use std::sync::Arc;

use burn_cubecl::{
    template::{KernelSource, SourceKernel, SourceTemplate},
    tensor::CubeTensor,
};
use cubecl::{
    client::Client,
    prelude::{CubeCount, CubeDim, KernelId},
    server::{Handle, KernelArguments},
};

/// WGSL text with its sizes filled in.
#[derive(Clone)]
struct Wgsl {
    name: &'static str,
    text: Arc<str>,
    hash: u32,
}

impl KernelSource for Wgsl {
    fn source(&self) -> SourceTemplate {
        SourceTemplate::new(self.text.to_string())
    }

    fn id(&self) -> KernelId {
        KernelId::new::<Self>().info((self.name, self.hash, self.text.len()))
    }

    fn lang(&self) -> &'static str {
        "wgsl"
    }
}

/// A kernel with its buffers and its grid, ready to run again and again.
pub struct Launch {
    kernel: Wgsl,
    groups: [u32; 3],
    buffers: Vec<Handle>,
}

impl Launch {
    pub fn new(
        name: &'static str,
        text: &str,
        sizes: &[(&str, usize)],
        groups: [usize; 3],
        buffers: &[&CubeTensor],
    ) -> Self {
        let constants: String = sizes.iter().map(|(name, size)| format!("const {name} = {size}u;\n")).collect();
        let text = format!("{constants}{text}");
        let hash = crc32fast::hash(text.as_bytes());
        Self {
            kernel: Wgsl { name, text: text.into(), hash },
            groups: groups.map(|count| count as u32),
            buffers: buffers.iter().map(|tensor| tensor.handle.clone()).collect(),
        }
    }

    pub fn run(&self, client: &Client) {
        let [x, y, z] = self.groups;
        // The workgroup's size stands in the source; this one only names the kernel.
        let kernel = SourceKernel::new(self.kernel.clone(), CubeDim::new_1d(256));
        let buffers = self.buffers.iter().map(|handle| handle.clone().binding()).collect();
        client.launch(
            Box::new(kernel),
            CubeCount::Static(x, y, z),
            KernelArguments::new().with_buffers(buffers),
        );
    }
}

/// `c[m, n] = a[m, k] · b[k, n]`; an operand is its buffer, offset, row and column stride.
pub struct Matmul<'a> {
    pub m: usize,
    pub n: usize,
    pub k: usize,
    pub a: (&'a CubeTensor, usize, usize, usize),
    pub b: (&'a CubeTensor, usize, usize, usize),
    pub c: (&'a CubeTensor, usize),
    /// Parts of the sum over k, each written `part` elements after the one before.
    pub splits: usize,
    pub part: usize,
    /// Cut negative results to zero.
    pub rectify: bool,
    /// Keep a result only where this is positive.
    pub mask: Option<&'a CubeTensor>,
}

pub fn matmul(product: &Matmul) -> Launch {
    let binding = "@group(0) @binding(3) var<storage, read_write> mask: array<f32>;";
    let (binding, epilogue) = match (product.mask, product.rectify) {
        (Some(_), _) => (binding, "value = select(0.0, value, mask[m * N + n] > 0.0);"),
        (None, true) => ("", "value = max(0.0, value);"),
        (None, false) => ("", ""),
    };
    let text = include_str!("matmul.wgsl").replace("MASK_BINDING", binding).replace("EPILOGUE_CODE", epilogue);
    let (a, b, c) = (product.a, product.b, product.c);
    let mut buffers = vec![a.0, b.0, c.0];
    buffers.extend(product.mask);
    let sizes = [
        ("M", product.m), ("N", product.n), ("K", product.k),
        ("K_PART", product.k.div_ceil(product.splits)),
        ("A_OFFSET", a.1), ("A_ROW", a.2), ("A_COLUMN", a.3),
        ("B_OFFSET", b.1), ("B_ROW", b.2), ("B_COLUMN", b.3),
        ("C_OFFSET", c.1), ("C_PART", product.part),
    ];
    let groups = [product.n.div_ceil(64), product.m.div_ceil(64), product.splits];
    Launch::new("matmul", &text, &sizes, groups, &buffers)
}
