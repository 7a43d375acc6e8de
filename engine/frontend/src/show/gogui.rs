//! A chart in GoGui's language of graphics (GoGui's manual, "Analyze Commands", type `gfx`).

use super::svg::fill;
use super::{Chart, Tint};
use mkpat_rt::geom::Point;

/// Lines `COLOR`, `LABEL` and `TEXT`.
pub(super) fn draw(chart: &Chart) -> String {
    let mut tints: Vec<Tint> = Vec::new();
    for spot in &chart.spots {
        if !tints.contains(&spot.tint) {
            tints.push(spot.tint);
        }
    }
    let all = || Point::all(chart.size).zip(&chart.spots);
    let mut lines = Vec::new();
    for tint in tints {
        let Some((color, _)) = fill(tint) else { continue };
        let here = all().filter(|(_, s)| s.tint == tint);
        let names: Vec<String> = here.map(|(p, _)| p.name(chart.size)).collect();
        lines.push(format!("COLOR {color} {}", names.join(" ")));
    }
    for (p, spot) in all().filter(|(_, s)| !s.label.is_empty()) {
        lines.push(format!("LABEL {} {}", p.name(chart.size), spot.label));
    }
    lines.push(format!("TEXT {}", chart.title));
    lines.join("\n")
}
