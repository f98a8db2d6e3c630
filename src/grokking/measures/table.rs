//! The whole table of the operation, from the trained and the held-out examples together.

use super::{Answers, Now, Reads, classes::correct};
use crate::{
    experiment::{Codes, Floats},
    grokking::{losses::correct_probability, snapshot::Table},
};

const NO_PART_OF_THE_TASK: u8 = 255;

pub(super) fn ask<'a>(now: &Now<'a>, reads: &mut Reads) -> impl FnOnce(&Answers) -> Table + use<'a> {
    let run = now.run;
    let sides = [
        (now.train_logits(), &run.train, &run.task.train, 1),
        (now.test_logits(), &run.test, &run.task.test, 0),
    ]
    .map(|(logits, split, examples, trained)| {
        let correct = reads.ask(correct(logits.clone(), split));
        let probability = reads.ask(correct_probability(run.config.loss, logits, split.target.clone()));
        (examples.pairs(), trained, correct, probability)
    });
    move |answers| {
        let size = run.task.classes;
        let cells = size * size;
        let mut correct = vec![NO_PART_OF_THE_TASK; cells];
        let mut trained = vec![NO_PART_OF_THE_TASK; cells];
        let mut probability = vec![0.0; cells];
        for (pairs, is_trained, right, share) in sides {
            let (right, share) = (answers.floats(right), answers.floats(share));
            for ((pair, right), share) in pairs.iter().zip(right).zip(share) {
                let cell = pair[0] as usize * size + pair[1] as usize;
                correct[cell] = u8::from(right == 1.0);
                trained[cell] = is_trained;
                probability[cell] = share;
            }
        }
        Table {
            size: size as u32,
            correct: Codes(correct),
            trained: Codes(trained),
            probability: Floats(probability),
        }
    }
}
