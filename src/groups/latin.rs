//! Latin squares: what plain logic can complete, and squares at random.
//!
//! The logic is the honest rival of the factorisation: it knows only that every symbol stands
//! once in each row and column.

use super::cayley::CayleyTable;
use crate::random::Random;

/// A table with holes, row-major.
pub type Partial = Vec<Option<usize>>;

/// Completes what naked singles (a cell with one symbol left) and hidden singles (a symbol with
/// one cell left in a row or a column) force, over and over. What stays `None` is not forced by
/// them. A contradiction stops it where it is met, and leaves the rest open.
pub fn latin_square_logic(order: usize, shown: &[Option<usize>]) -> Partial {
    let n = order;
    let mut cells = shown.to_vec();
    let mut open = vec![true; n * n * n];
    let close = |open: &mut Vec<bool>, cell: usize, symbol: usize| {
        let (row, column) = (cell / n, cell % n);
        for i in 0..n {
            open[cell * n + i] = false;
            open[(row * n + i) * n + symbol] = false;
            open[(i * n + column) * n + symbol] = false;
        }
    };
    for (cell, &symbol) in shown.iter().enumerate() {
        if let Some(symbol) = symbol {
            close(&mut open, cell, symbol);
        }
    }
    // The one index among n places that is open, if there is just one.
    let only = |places: &mut dyn Iterator<Item = (usize, bool)>| {
        let mut found = places.filter(|&(_, open)| open).map(|(place, _)| place);
        match (found.next(), found.next()) {
            (Some(place), None) => Some(place),
            _ => None,
        }
    };
    loop {
        let mut forced = None;
        for cell in (0..n * n).filter(|&cell| cells[cell].is_none()) {
            if let Some(symbol) = only(&mut (0..n).map(|symbol| (symbol, open[cell * n + symbol]))) {
                forced = Some((cell, symbol));
                break;
            }
        }
        for line in 0..n {
            for symbol in 0..n {
                if forced.is_some() {
                    break;
                }
                let row = only(&mut (0..n).map(|i| (line * n + i, open[(line * n + i) * n + symbol])));
                let column = only(&mut (0..n).map(|i| (i * n + line, open[(i * n + line) * n + symbol])));
                forced = row.or(column).map(|cell| (cell, symbol));
            }
        }
        let Some((cell, symbol)) = forced else { return cells };
        cells[cell] = Some(symbol);
        close(&mut open, cell, symbol);
    }
}

/// A Latin square by the walk of Jacobson and Matthews (1996), whose stationary distribution is
/// uniform over all Latin squares; it is run for n³ moves between proper squares.
///
/// The square is an incidence cube of 0 and 1 (row, column, symbol) with all line sums 1; a move
/// adds ±1 at the corners of a small cube, passing through improper cubes with a single -1.
pub fn random_latin_square(order: usize, seed: u32) -> CayleyTable {
    let n = order;
    let mut random = Random::new(seed, "latin");
    let mut pick = |n: usize| random.below(n as u32) as usize;
    let at = |row: usize, column: usize, symbol: usize| (row * n + column) * n + symbol;
    let mut cube = vec![0i8; n * n * n];
    for row in 0..n {
        for column in 0..n {
            cube[at(row, column, (row + column) % n)] = 1;
        }
    }
    let mut improper: Option<[usize; 3]> = None;
    let mut moves = 0;
    while n > 1 && (moves < n * n * n || improper.is_some()) {
        // A cell of the cube that holds 0, or the one that holds -1.
        let [r, c, s] = match improper {
            Some(place) => place,
            None => loop {
                let place = [pick(n), pick(n), pick(n)];
                if cube[at(place[0], place[1], place[2])] == 0 {
                    break place;
                }
            },
        };
        // In each of its three lines a cell that holds 1: one from a proper cube, one of two else.
        let mut one = |cell: &dyn Fn(usize) -> usize| {
            let ones: Vec<usize> = (0..n).filter(|&i| cube[cell(i)] == 1).collect();
            ones[pick(ones.len())]
        };
        let (r2, c2, s2) = (one(&|i| at(i, c, s)), one(&|i| at(r, i, s)), one(&|i| at(r, c, i)));
        for (place, change) in [
            ([r, c, s], 1), ([r, c2, s2], 1), ([r2, c, s2], 1), ([r2, c2, s], 1),
            ([r2, c, s], -1), ([r, c2, s], -1), ([r, c, s2], -1), ([r2, c2, s2], -1),
        ] {
            cube[at(place[0], place[1], place[2])] += change;
        }
        improper = (cube[at(r2, c2, s2)] == -1).then_some([r2, c2, s2]);
        moves += 1;
    }
    CayleyTable::of(n, |row, column| (0..n).find(|&symbol| cube[at(row, column, symbol)] == 1).unwrap_or_default())
}
