//! Weights of the numbers of a move (see `prior`), made by `prior_tests` from games of GNU Go with itself; not to be edited by hand.
// 1369 moves; 467 other moves: 4.097 bits a move, 4.266 by looks alone; among the 1, 3, 10 likeliest: [0.330, 0.531, 0.728], [0.319, 0.488, 0.700] by looks

/// One for each number.
#[rustfmt::skip]
pub(super) const WEIGHTS: &[f32] = &[
    0.84, -0.01, 0.04, 0.01, 0.04, -0.18, -0.33, -0.52, 0.60, 0.11,
    -0.00, 0.96, 1.02, 0.09, -0.15, -0.08, 0.48, 0.13, 0.02, 0.40,
    0.09, 0.47, 0.42, -0.24, 0.03, 0.33, 0.57, 0.60, -0.21, -0.01,
    -0.27, 0.01, 1.30, 0.20, 0.01, 0.09, 0.25,
];
