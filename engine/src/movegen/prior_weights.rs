//! Weights of the numbers of a move (see `prior`), made by `prior_tests` from games of GNU Go with itself; not to be edited by hand.
// 1274 moves; 427 other moves: 3.610 bits a move, 4.015 by looks alone; among the 1, 3, 10 likeliest: [0.354, 0.611, 0.792], [0.302, 0.518, 0.740] by looks

/// One for each number.
#[rustfmt::skip]
pub(super) const WEIGHTS: &[f32] = &[
    0.86, 0.44, 0.30, 0.12, -0.05, -0.03, -0.35, -0.67, 0.31, 0.01,
    -0.00, 1.32, 0.07, -0.22, -0.32, -0.23, 0.54, 0.02, 0.28, 0.37,
    0.22, 0.65, 0.26, -0.10, 0.13, 0.45, 0.19, 0.49, 0.12, 0.01,
    -0.68, 0.40, 1.07, 0.42, 0.01, -0.15, 0.47,
];
