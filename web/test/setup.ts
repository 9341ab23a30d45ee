// Tests read texts of any language without waiting for them.
import "../src/texts/all";
