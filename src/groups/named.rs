//! Every group of order up to 31 by name, and A5 and S5.
//!
//! All are made from a few constructions: products, semidirect products, permutations. That each
//! is a group, that none is there twice and that none is missing is shown by tests, against the
//! known number of groups of each order.

use super::cayley::CayleyTable;

/// Zₙ.
pub fn cyclic(n: usize) -> CayleyTable {
    CayleyTable::of(n, |a, b| (a + b) % n)
}

/// G × H; the pair (g, h) is the element g |H| + h.
pub fn direct_product(g: &CayleyTable, h: &CayleyTable) -> CayleyTable {
    semidirect_product(g, h, |_, a| a)
}

/// N ⋊ H, where `action(h, n)` is h's automorphism of N: (n, h)(m, k) = (n · ʰm, h k).
/// The pair (n, h) is the element n |H| + h.
pub fn semidirect_product(n: &CayleyTable, h: &CayleyTable, action: impl Fn(usize, usize) -> usize) -> CayleyTable {
    let k = h.order();
    CayleyTable::of(n.order() * k, |a, b| {
        let ((a, g), (b, j)) = ((a / k, a % k), (b / k, b % k));
        n.product(a, action(g, b)) * k + h.product(g, j)
    })
}

/// Zₘ ⋊ Zₙ, whose generator multiplies Zₘ by r; rⁿ must be 1 modulo m.
pub fn metacyclic(m: usize, n: usize, r: usize) -> CayleyTable {
    let powers: Vec<usize> = std::iter::successors(Some(1 % m), |&power| Some(power * r % m)).take(n + 1).collect();
    assert_eq!(powers[n], 1 % m, "the generator's power must act as the identity");
    semidirect_product(&cyclic(m), &cyclic(n), |h, a| powers[h] * a % m)
}

/// The symmetries of the regular n-gon, order 2n.
pub fn dihedral(n: usize) -> CayleyTable {
    metacyclic(n, 2, n - 1)
}

/// ⟨a, x | a²ⁿ = 1, x² = aⁿ, x a x⁻¹ = a⁻¹⟩, order 4n: the quaternions for n = 2.
pub fn dicyclic(n: usize) -> CayleyTable {
    let m = 2 * n;
    CayleyTable::of(2 * m, |a, b| {
        let ((i, s), (j, t)) = ((a / 2, a % 2), (b / 2, b % 2));
        let turned = if s == 1 { m - j } else { j };
        let carried = if s + t == 2 { n } else { 0 };
        (i + turned + carried) % m * 2 + (s + t) % 2
    })
}

/// All permutations of n things (the even ones alone with `even`), in lexicographic order.
fn permutations(n: usize, even: bool) -> CayleyTable {
    let mut all: Vec<Vec<usize>> = vec![vec![]];
    for _ in 0..n {
        let longer = |p: &Vec<usize>| {
            let free: Vec<usize> = (0..n).filter(|x| !p.contains(x)).collect();
            free.into_iter().map(|x| [p.as_slice(), &[x]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let inversions = |p: &[usize]| (0..n).flat_map(|i| (0..i).map(move |j| (j, i))).filter(|&(j, i)| p[j] > p[i]).count();
    all.retain(|p| !even || inversions(p) % 2 == 0);
    // Lexicographic order makes a search of each product quick.
    CayleyTable::of(all.len(), |a, b| {
        let product: Vec<usize> = (0..n).map(|i| all[a][all[b][i]]).collect();
        all.binary_search(&product).unwrap_or_default()
    })
}

/// Sₙ.
pub fn symmetric(n: usize) -> CayleyTable {
    permutations(n, false)
}

/// Aₙ.
pub fn alternating(n: usize) -> CayleyTable {
    permutations(n, true)
}

/// SL(2, 3) as Q8 ⋊ Z3, whose generator turns i into j, j into k.
fn special_linear_2_3() -> CayleyTable {
    let q8 = dicyclic(2);
    // a = i is element 2, x = j element 1, so k = ij. An automorphism from its images of i and j.
    let (i, j) = (2, 1);
    let k = q8.product(i, j);
    let image = |element: usize| {
        // Element 2 s + t is iˢ jᵗ; i goes to j, j to k.
        let (s, t) = (element / 2, element % 2);
        let power = |base: usize, exponent: usize| (0..exponent).fold(0, |product, _| q8.product(product, base));
        q8.product(power(j, s), power(k, t))
    };
    semidirect_product(&q8, &cyclic(3), |h, a| (0..h).fold(a, |a, _| image(a)))
}

/// Abelian groups of an order, by invariant factors, each dividing the one before.
fn abelian(order: usize, most: usize) -> Vec<Vec<usize>> {
    if order == 1 {
        return vec![vec![]];
    }
    let mut found = Vec::new();
    for first in (2..=order).rev().filter(|&d| order.is_multiple_of(d) && most.is_multiple_of(d)) {
        for mut rest in abelian(order / first, first) {
            rest.insert(0, first);
            found.push(rest);
        }
    }
    found
}

fn abelian_named(order: usize) -> Vec<(String, CayleyTable)> {
    let table = |factors: &[usize]| factors.iter().skip(1).fold(cyclic(factors.first().copied().unwrap_or(1)), |g, &n| direct_product(&g, &cyclic(n)));
    // Z2×Z2×Z2 is written Z2^3.
    let name = |factors: &[usize]| match factors {
        [] => "Z1".into(),
        [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|n| n == first) => format!("Z{first}^{}", factors.len()),
        _ => factors.iter().map(|n| format!("Z{n}")).collect::<Vec<_>>().join("×"),
    };
    abelian(order, order).iter().map(|factors| (name(factors), table(factors))).collect()
}

/// All groups of an order from 1 to 31, abelian ones first; A5 for 60 and S5 for 120.
pub fn groups_of_order(order: usize) -> Vec<(String, CayleyTable)> {
    let z = cyclic;
    let times = direct_product;
    // Kernels whose elements are pairs: (x, y) of Z₃ × Z₃ is 3 x + y, and so on.
    let pairs = |n: usize, map: fn(usize, usize) -> (usize, usize), k: usize| {
        let kernel = times(&z(n), &z(n));
        semidirect_product(&kernel, &z(k), move |h, a| (0..h).fold(a, |a, _| {
            let (x, y) = map(a / n, a % n);
            x % n * n + y % n
        }))
    };
    let named: Vec<(&str, CayleyTable)> = match order {
        6 => vec![("S3", symmetric(3))],
        8 => vec![("D4", dihedral(4)), ("Q8", dicyclic(2))],
        12 => vec![("A4", alternating(4)), ("D6", dihedral(6)), ("Dic3", dicyclic(3))],
        16 => vec![
            ("D8", dihedral(8)),
            ("SD16", metacyclic(8, 2, 3)),
            ("M16", metacyclic(8, 2, 5)),
            ("Q16", dicyclic(4)),
            ("Z4⋊Z4", metacyclic(4, 4, 3)),
            ("Z2^2⋊Z4", pairs(2, |x, y| (y, x), 4)),
            ("Z2×D4", times(&z(2), &dihedral(4))),
            ("Z2×Q8", times(&z(2), &dicyclic(2))),
            // Z₄ × Z₂ ⋊ Z₂ with (x, y) to (x + 2y, y): the group of Pauli's matrices.
            ("Pauli", semidirect_product(&times(&z(4), &z(2)), &z(2), |h, a| (a / 2 + 2 * h * (a % 2)) % 4 * 2 + a % 2)),
        ],
        18 => vec![
            ("D9", dihedral(9)),
            ("Z3×S3", times(&z(3), &symmetric(3))),
            ("Z3^2⋊Z2", pairs(3, |x, y| (3 - x, 3 - y), 2)),
        ],
        20 => vec![("D10", dihedral(10)), ("Dic5", dicyclic(5)), ("F20", metacyclic(5, 4, 2))],
        21 => vec![("Z7⋊Z3", metacyclic(7, 3, 2))],
        24 => vec![
            ("S4", symmetric(4)),
            ("SL(2,3)", special_linear_2_3()),
            ("D12", dihedral(12)),
            ("Dic6", dicyclic(6)),
            ("Z3⋊Z8", metacyclic(3, 8, 2)),
            // D₄ acts through its quotient by a Klein four-group.
            ("Z3⋊D4", semidirect_product(&z(3), &dihedral(4), |h, a| if (h / 2) % 2 == 1 { (3 - a) % 3 } else { a })),
            ("Z2×A4", times(&z(2), &alternating(4))),
            ("Z2×D6", times(&z(2), &dihedral(6))),
            ("Z2×Dic3", times(&z(2), &dicyclic(3))),
            ("Z3×D4", times(&z(3), &dihedral(4))),
            ("Z3×Q8", times(&z(3), &dicyclic(2))),
            ("Z4×S3", times(&z(4), &symmetric(3))),
        ],
        27 => vec![("Heisenberg", pairs(3, |x, y| (x + y, y), 3)), ("Z9⋊Z3", metacyclic(9, 3, 4))],
        28 => vec![("D14", dihedral(14)), ("Dic7", dicyclic(7))],
        30 => vec![("D15", dihedral(15)), ("Z3×D5", times(&z(3), &dihedral(5))), ("Z5×S3", times(&z(5), &symmetric(3)))],
        10 | 14 | 22 | 26 => vec![],
        _ => vec![],
    };
    let mut all = if order <= 31 { abelian_named(order) } else { Vec::new() };
    all.extend(named.into_iter().map(|(name, table)| (name.to_string(), table)));
    match order {
        10 | 14 | 22 | 26 => all.push((format!("D{}", order / 2), dihedral(order / 2))),
        60 => all.push(("A5".into(), alternating(5))),
        120 => all.push(("S5".into(), symmetric(5))),
        _ => {}
    }
    all
}

/// A group by its name, such as `Q8`, `S4`, `Z6`, `Z2^3`, `Z4×Z2`; also `x` for `×` and any case.
pub fn group_table(name: &str) -> Option<CayleyTable> {
    let plain = |text: &str| text.replace('×', "x").replace('⋊', ":").replace(' ', "").to_lowercase();
    let wanted = plain(name);
    let orders = (1..=31).chain([60, 120]);
    orders.flat_map(groups_of_order).find(|(name, _)| plain(name) == wanted).map(|(_, table)| table)
}
