//! Multiplication tables of finite sets, and what can be said of them.
//!
//! Promise: a table is square and its entries are elements; everything else (Latin, identity,
//! associative) is asked for and answered with evidence.

/// A binary operation on `0..order`, row-major: `a ∘ b` stands in row a, column b.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CayleyTable {
    order: usize,
    cells: Vec<u16>,
}

/// Why numbers are not a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    #[error("a table of order {order} has {expected} entries; {found} were given", expected = order * order)]
    NotSquare { order: usize, found: usize },
    #[error("row {row}, column {column} holds {value}; expected an element, 0 to {greatest}")]
    NotAnElement { row: usize, column: usize, value: usize, greatest: usize },
    #[error("the order is {0}; expected 1 to {MOST_ELEMENTS}")]
    Order(usize),
}

/// The greatest order of a table: entries are 16 bits, and the model's cost grows with the fifth power.
pub const MOST_ELEMENTS: usize = 256;

/// A value that stands twice in a row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    pub value: usize,
    /// Both cells, (row, column).
    pub cells: [(usize, usize); 2],
}

impl CayleyTable {
    /// # Errors
    /// The first thing that is wrong, naming row, column and value.
    pub fn new(order: usize, cells: &[usize]) -> Result<Self, TableError> {
        if order == 0 || order > MOST_ELEMENTS {
            return Err(TableError::Order(order));
        }
        if cells.len() != order * order {
            return Err(TableError::NotSquare { order, found: cells.len() });
        }
        if let Some(at) = cells.iter().position(|&value| value >= order) {
            let (row, column) = (at / order, at % order);
            return Err(TableError::NotAnElement { row, column, value: cells[at], greatest: order - 1 });
        }
        Ok(Self { order, cells: cells.iter().map(|&value| value as u16).collect() })
    }

    /// The table of a function whose values are elements. For tables made in this crate.
    pub(crate) fn of(order: usize, product: impl Fn(usize, usize) -> usize) -> Self {
        let cells = (0..order * order).map(|i| product(i / order, i % order) as u16).collect();
        Self { order, cells }
    }

    pub fn order(&self) -> usize {
        self.order
    }

    /// `a ∘ b`.
    pub fn product(&self, a: usize, b: usize) -> usize {
        usize::from(self.cells[a * self.order + b])
    }

    /// All entries, row-major.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.cells.iter().map(|&value| usize::from(value))
    }

    /// The first value that stands twice in a row or column; `None` for a Latin square.
    pub fn repeat(&self) -> Option<Repeat> {
        let n = self.order;
        for line in 0..n {
            for transposed in [false, true] {
                let at = |i: usize| if transposed { (i, line) } else { (line, i) };
                let mut seen = vec![None; n];
                for i in 0..n {
                    let (row, column) = at(i);
                    let value = self.product(row, column);
                    if let Some(before) = seen[value] {
                        return Some(Repeat { value, cells: [before, (row, column)] });
                    }
                    seen[value] = Some((row, column));
                }
            }
        }
        None
    }

    /// The element e with e ∘ a = a ∘ e = a for every a.
    pub fn identity(&self) -> Option<usize> {
        (0..self.order).find(|&e| (0..self.order).all(|a| self.product(e, a) == a && self.product(a, e) == a))
    }

    /// The first a, b, c for which (a ∘ b) ∘ c differs from a ∘ (b ∘ c); `None` if there are none.
    pub fn associativity_witness(&self) -> Option<[usize; 3]> {
        let n = self.order;
        for a in 0..n {
            for b in 0..n {
                let ab = self.product(a, b);
                for c in 0..n {
                    if self.product(ab, c) != self.product(a, self.product(b, c)) {
                        return Some([a, b, c]);
                    }
                }
            }
        }
        None
    }

    /// Whether this is a group's table: Latin, associative, with an identity.
    pub fn is_group(&self) -> bool {
        self.repeat().is_none() && self.identity().is_some() && self.associativity_witness().is_none()
    }

    /// For a group: the inverse of an element.
    pub fn inverse(&self, a: usize) -> Option<usize> {
        let e = self.identity()?;
        (0..self.order).find(|&b| self.product(a, b) == e && self.product(b, a) == e)
    }

    /// For a group: the order of each element (0 where powers never meet the identity).
    pub fn element_orders(&self) -> Vec<usize> {
        let Some(e) = self.identity() else { return vec![0; self.order] };
        let order = |a: usize| {
            let mut power = a;
            (1..=self.order).find(|_| {
                let reached = power == e;
                power = self.product(power, a);
                reached
            })
        };
        (0..self.order).map(|a| order(a).unwrap_or(0)).collect()
    }

    /// For a group: the elements that commute with all.
    pub fn centre(&self) -> Vec<usize> {
        let commutes = |a: usize| (0..self.order).all(|b| self.product(a, b) == self.product(b, a));
        (0..self.order).filter(|&a| commutes(a)).collect()
    }

    /// For a group: conjugacy classes, each ascending, by their least elements.
    pub fn conjugacy_classes(&self) -> Vec<Vec<usize>> {
        let inverses: Vec<usize> = (0..self.order).map(|a| self.inverse(a).unwrap_or(a)).collect();
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for a in 0..self.order {
            if classes.iter().any(|class| class.contains(&a)) {
                continue;
            }
            let conjugate = |g: usize| self.product(self.product(g, a), inverses[g]);
            let mut class: Vec<usize> = (0..self.order).map(conjugate).collect();
            class.sort_unstable();
            class.dedup();
            classes.push(class);
        }
        classes
    }

    /// The same operation with every element called by another name: x becomes `names[x]`, a
    /// permutation of `0..order`.
    pub fn relabelled(&self, names: &[usize]) -> Self {
        let mut back = vec![0; self.order];
        for (old, &new) in names.iter().enumerate() {
            back[new] = old;
        }
        Self::of(self.order, |a, b| names[self.product(back[a], back[b])])
    }
}
