//! What plain `f32` sums absorb, what emulated significands absorb, what the complement keeps.

use super::*;
use paperglass::grokking::{Loss, SignificandBits, losses::loss_and_gradient};

/// e⁻¹⁷ is below 2⁻²⁴ and is absorbed, e⁻¹⁶ is not: the paper's softmax collapse, to the bit.
#[test]
fn plain_softmax_absorbs_as_f32_does() {
    let rows = vec![vec![17.0, 0.0], vec![16.0, 0.0], vec![0.0, 17.0]];
    let (loss, gradient) = loss_and_gradient(
        Loss::SoftmaxCrossEntropy, SignificandBits::None, matrix(&rows), classes(&[0, 0, 0]),
    );
    let (loss, gradient) = (numbers(&loss), numbers(&gradient));
    assert_eq!(loss[0], 0.0);
    assert_eq!(gradient[0], 0.0);
    assert!(gradient[1] > 0.0, "the rival still gets its gradient: {}", gradient[1]);
    assert!(close(loss[1], 2f64.powi(-23), 0.0, 1e-6), "1 + e⁻¹⁶ rounds to 1 + 2⁻²³: {}", loss[1]);
    assert_eq!(gradient[2], -2f64.powi(-23));
    assert_eq!(loss[2], 17.0);

    // What the complement keeps of the first row.
    let (loss, gradient) = loss_and_gradient(
        Loss::SoftmaxComplement, SignificandBits::None, matrix(&rows), classes(&[0, 0, 0]),
    );
    assert!(close(numbers(&loss)[0], (-17f64).exp(), 0.0, 1e-6));
    assert!(close(numbers(&gradient)[0], -(-17f64).exp(), 0.0, 1e-6));
}

#[test]
fn each_significand_absorbs_on_its_side_of_the_threshold() {
    use SignificandBits::{Eight, Eleven, FiftyThree, TwentyFour};
    for (bits, number) in [(Eight, 8.0f64), (Eleven, 11.0), (TwentyFour, 24.0), (FiftyThree, 53.0)] {
        // Two rivals: their common mass is what counts.
        let edge = (number + 1.0) * std::f64::consts::LN_2;
        for (gap, absorbed) in [(edge + 1e-3, true), (edge - 1e-3, false)] {
            let rows = vec![vec![0.0, gap as f32, 0.0]];
            let (loss, gradient) =
                loss_and_gradient(Loss::SoftmaxComplement, bits, matrix(&rows), classes(&[1]));
            let gradient = numbers(&gradient);
            assert_eq!(numbers(&loss)[0] == 0.0, absorbed, "{bits:?} at {gap}");
            assert_eq!(gradient[1] == 0.0, absorbed, "{bits:?} at {gap}");
            assert!(gradient[0] > 0.0 && gradient[2] > 0.0, "rivals keep their gradients");
        }
        // A row that is wrong by as much is never absorbed.
        let rows = vec![vec![(edge + 1.0) as f32, 0.0]];
        let (loss, gradient) =
            loss_and_gradient(Loss::SoftmaxComplement, bits, matrix(&rows), classes(&[1]));
        assert!(close(numbers(&loss)[0], edge + 1.0, 0.0, 4e-3));
        assert!(close(numbers(&gradient)[1], -1.0, 4e-3, 0.0));
    }
}

/// The threshold belongs to the complement form of softmax and to nothing else.
#[test]
fn bits_do_not_touch_the_other_losses() {
    let rows = vec![vec![9.0, 0.0, -3.0]];
    for loss in [Loss::SoftmaxCrossEntropy, Loss::Stablemax, Loss::StablemaxComplement] {
        let of = |bits| {
            let (loss, gradient) = loss_and_gradient(loss, bits, matrix(&rows), classes(&[0]));
            (numbers(&loss), numbers(&gradient))
        };
        assert_eq!(of(SignificandBits::Eight), of(SignificandBits::None), "{loss:?}");
    }
}

#[test]
fn plain_stablemax_collapses_where_the_complement_does_not() {
    let mut row = vec![-3e4f32; 10];
    row[4] = 3e4;
    let of = |loss| {
        let (loss, gradient) =
            loss_and_gradient(loss, SignificandBits::None, matrix(std::slice::from_ref(&row)), classes(&[4]));
        (numbers(&loss)[0], numbers(&gradient)[4])
    };
    assert_eq!(of(Loss::Stablemax), (0.0, 0.0));
    let (loss, gradient) = of(Loss::StablemaxComplement);
    let expected = 9.0 / 30_001f64.powi(2);
    assert!(close(loss, expected, 0.0, 1e-6), "{loss:e}");
    assert!(close(gradient, -expected / 30_001.0, 0.0, 1e-6), "{gradient:e}");
}
