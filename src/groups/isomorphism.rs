//! A relabelling that turns one group's table into another's, or the certainty that there is none.

use super::cayley::CayleyTable;

/// What isomorphic groups share: (element order, size of its class, times it is a square) of every
/// element, sorted.
pub fn invariants(group: &CayleyTable) -> Vec<(usize, usize, usize)> {
    let mut all = element_invariants(group);
    all.sort_unstable();
    all
}

fn element_invariants(group: &CayleyTable) -> Vec<(usize, usize, usize)> {
    let n = group.order();
    let mut class = vec![0; n];
    for members in group.conjugacy_classes() {
        for &member in &members {
            class[member] = members.len();
        }
    }
    let mut roots = vec![0; n];
    for a in 0..n {
        roots[group.product(a, a)] += 1;
    }
    let orders = group.element_orders();
    (0..n).map(|a| (orders[a], class[a], roots[a])).collect()
}

/// The subgroup that some elements generate, as a membership list.
fn generated(group: &CayleyTable, generators: &[usize]) -> Vec<bool> {
    let mut inside = vec![false; group.order()];
    let mut waiting: Vec<usize> = group.identity().into_iter().collect();
    while let Some(a) = waiting.pop() {
        if std::mem::replace(&mut inside[a], true) {
            continue;
        }
        waiting.extend(generators.iter().map(|&g| group.product(a, g)));
    }
    inside
}

/// Few generators: each the one that makes the subgroup grow most.
fn generators(group: &CayleyTable) -> Vec<usize> {
    let size = |list: &[usize]| generated(group, list).iter().filter(|&&inside| inside).count();
    let mut chosen: Vec<usize> = Vec::new();
    while size(&chosen) < group.order() {
        let with = |g: usize| size(&[chosen.as_slice(), &[g]].concat());
        let Some(best) = (0..group.order()).max_by_key(|&g| (with(g), std::cmp::Reverse(g))) else { break };
        chosen.push(best);
    }
    chosen
}

/// Extends images of generators to all elements; `None` if that is no isomorphism.
fn extend(from: &CayleyTable, to: &CayleyTable, generators: &[usize], images: &[usize]) -> Option<Vec<usize>> {
    let n = from.order();
    let mut map = vec![usize::MAX; n];
    let mut taken = vec![false; n];
    let (e, f) = (from.identity()?, to.identity()?);
    map[e] = f;
    taken[f] = true;
    let mut waiting = vec![e];
    while let Some(a) = waiting.pop() {
        for (&g, &image) in generators.iter().zip(images) {
            let (product, target) = (from.product(a, g), to.product(map[a], image));
            if map[product] == usize::MAX {
                if std::mem::replace(&mut taken[target], true) {
                    return None;
                }
                map[product] = target;
                waiting.push(product);
            } else if map[product] != target {
                return None;
            }
        }
    }
    // Multiplying by generators agrees everywhere, and so does multiplying by all.
    map.iter().all(|&image| image != usize::MAX).then_some(map)
}

/// For groups: `map` with `map[a ∘ b] = map[a] ∘ map[b]`, one to one.
pub fn isomorphism(from: &CayleyTable, to: &CayleyTable) -> Option<Vec<usize>> {
    if from.order() != to.order() || invariants(from) != invariants(to) {
        return None;
    }
    let generators = generators(from);
    let (own, other) = (element_invariants(from), element_invariants(to));
    let candidates: Vec<Vec<usize>> =
        generators.iter().map(|&g| (0..to.order()).filter(|&h| other[h] == own[g]).collect()).collect();
    let mut images = Vec::new();
    search(from, to, &generators, &candidates, &mut images)
}

fn search(
    from: &CayleyTable,
    to: &CayleyTable,
    generators: &[usize],
    candidates: &[Vec<usize>],
    images: &mut Vec<usize>,
) -> Option<Vec<usize>> {
    let next = images.len();
    if next == generators.len() {
        return extend(from, to, generators, images);
    }
    for &candidate in &candidates[next] {
        images.push(candidate);
        // The images so far must generate a subgroup of the same size.
        let size = |group: &CayleyTable, list: &[usize]| generated(group, list).iter().filter(|&&inside| inside).count();
        if size(to, images) == size(from, &generators[..=next])
            && let Some(map) = search(from, to, generators, candidates, images)
        {
            return Some(map);
        }
        images.pop();
    }
    None
}
