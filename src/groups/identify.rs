//! Which group is this table? Every answer comes with its evidence.

use super::{
    cayley::{CayleyTable, Repeat},
    isomorphism::isomorphism,
    named::groups_of_order,
};

/// What a table is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A group, with its name where it has one here (order up to 31, A5, S5).
    Group {
        name: Option<Name>,
        identity: usize,
    },
    /// No group itself, but one after rows, columns and symbols are renamed, as a - b modulo n is.
    Isotope {
        name: Option<Name>,
        /// The row and the column by which it was made a loop: (a ∘ column) ⋆ (row ∘ b) = a ∘ b.
        row: usize,
        column: usize,
        /// Why it is no group itself: (a ∘ b) ∘ c differs from a ∘ (b ∘ c), or there is no identity.
        witness: Option<[usize; 3]>,
    },
    /// Every element once in each row and column, yet isotopic to no group.
    Latin {
        /// Elements for which the operation, made a loop, is not associative.
        witness: [usize; 3],
    },
    /// A value stands twice in a row or a column.
    NotLatin(Repeat),
}

/// A group's name, and the relabelling that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub name: String,
    /// Element x of the table (of the loop ⋆, for an isotope) is element `map[x]` of
    /// [`group_table`](super::named::group_table)`(name)`.
    pub map: Vec<usize>,
}

/// The loop of a Latin square: (a ∘ column) ⋆ (row ∘ b) = a ∘ b, whose identity is row ∘ column.
pub fn loop_isotope(table: &CayleyTable, row: usize, column: usize) -> CayleyTable {
    let n = table.order();
    let (mut left, mut right) = (vec![0; n], vec![0; n]);
    for x in 0..n {
        left[table.product(x, column)] = x;
        right[table.product(row, x)] = x;
    }
    CayleyTable::of(n, |x, y| table.product(left[x], right[y]))
}

fn name_of(group: &CayleyTable) -> Option<Name> {
    groups_of_order(group.order())
        .into_iter()
        .find_map(|(name, table)| isomorphism(group, &table).map(|map| Name { name, map }))
}

/// Identifies a table.
///
/// A Latin square is isotopic to a group exactly if its loop isotopes are associative, and then
/// they are that group (Albert 1943), so one of them decides.
pub fn identify_group(table: &CayleyTable) -> Verdict {
    if let Some(repeat) = table.repeat() {
        return Verdict::NotLatin(repeat);
    }
    let witness = table.associativity_witness();
    if let (Some(identity), None) = (table.identity(), witness) {
        return Verdict::Group { name: name_of(table), identity };
    }
    // With an identity the table is a loop already, and its own witness decides.
    let e = table.identity().unwrap_or(0);
    let made = loop_isotope(table, e, e);
    match made.associativity_witness() {
        None => Verdict::Isotope { name: name_of(&made), row: e, column: e, witness },
        Some(witness) => Verdict::Latin { witness },
    }
}
