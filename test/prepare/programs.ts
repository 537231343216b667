/**
 * Small statement programs from a seed, for comparing our completion values with an engine's. Every loop is bounded by
 * `more()`, every condition is `maybe()`, and every value is a number of its own, so that a wrong value tells where it
 * came from.
 */

import { randomFrom } from "../support/random.ts";

interface Place {
  readonly depth: number;
  readonly inLoop: boolean;
  /** `break` without a label also leaves a switch. */
  readonly inSwitch: boolean;
  readonly labels: readonly { readonly name: string; readonly isLoop: boolean }[];
}

export function generateProgram(seed: number): string {
  const random = randomFrom(seed);
  let names = 0;
  const below = (count: number): number => Math.floor(random() * count);
  const value = (): string => String((names += 1));
  // Without the declarations a program could end in `{}`, which is an object to us and a block to `eval`.
  return `var first; ${list({ depth: 0, inLoop: false, inSwitch: false, labels: [] })} var last;`;

  function list(place: Place): string {
    return Array.from({ length: below(4) + (place.depth === 0 ? 1 : 0) }, () => statement(place)).join(
      random() < 0.5 ? "\n" : " ",
    );
  }

  function block(place: Place): string {
    const inside = list({ ...place, depth: place.depth + 1 });
    // A semicolon after a value or a jump may be left out before a brace.
    return `{ ${random() < 0.5 ? inside.replace(/([\w)]);$/, "$1") : inside} }`;
  }

  /** A block, or one statement without braces. */
  function body(place: Place): string {
    return random() < 0.6 ? block(place) : statement({ ...place, depth: place.depth + 1 });
  }

  function statement(place: Place): string {
    const simple = place.depth >= 4;
    switch (below(simple ? 6 : 15)) {
      case 0:
      case 1:
        return `${value()};`;
      case 2:
        return random() < 0.5 ? `var v${value()};` : ";";
      case 3:
      case 4:
        return jump(place);
      case 5:
        return random() < 0.3 ? `throw ${value()};` : `maybeFail(${value()});`;
      case 6:
        return `if (maybe()) ${body(place)}`;
      case 7:
        return `if (maybe()) ${block(place)} else ${body(place)}`;
      case 8:
        return `for (var i${value()} = 0; more(); ) ${body(loop(place))}`;
      case 9:
        return random() < 0.5
          ? `while (more()) ${body(loop(place))}`
          : `do ${block(loop(place))} while (more())${random() < 0.5 ? ";" : "\n"}`;
      case 10:
        return `for (const x of [1, 2, 3]) ${body(loop(place))}`;
      case 11:
        return switched(place);
      case 12:
        return tried(place);
      case 13:
        return block(place);
      default:
        return labelled(place);
    }
  }

  function loop(place: Place): Place {
    return { ...place, inLoop: true, inSwitch: false };
  }

  function jump({ inLoop, inSwitch, labels }: Place): string {
    const loops = labels.filter(({ isLoop }) => isLoop);
    const label = labels[below(labels.length)];
    const loopLabel = loops[below(loops.length)];
    const choices = [
      ...(inLoop ? ["break;", "continue;"] : []),
      ...(inSwitch ? ["break;"] : []),
      ...(label ? [`break ${label.name};`] : []),
      ...(loopLabel ? [`continue ${loopLabel.name};`] : []),
    ];
    return choices[below(choices.length)] ?? `${value()};`;
  }

  function switched(place: Place): string {
    const inside = { ...place, depth: place.depth + 1, inSwitch: true };
    const clauses = [0, 1, 2].map((n) => `case ${n}: ${list(inside)}`);
    clauses.splice(below(4), 0, ...(random() < 0.5 ? [`default: ${list(inside)}`] : []));
    return `switch (pick(4)) { ${clauses.join("\n")} }`;
  }

  function tried(place: Place): string {
    // V8 lets a value from before the throw shine through a catch block without one, against ECMA-262 §14.15.3.
    const handler = random() < 0.7 ? ` catch { ${value()}; ${block(place)} }` : "";
    // V8 forgets the value of a `break` in the try block where the finally block has a jump of its own and no value before it.
    const last = random() < 0.3 ? "{}" : `{ ${value()}; ${block(place)} }`;
    const finalizer = handler === "" || random() < 0.4 ? ` finally ${last}` : "";
    return `try ${block(place)}${handler}${finalizer}`;
  }

  function labelled(place: Place): string {
    const name = `L${value()}`;
    const inside = (isLoop: boolean): Place => ({ ...place, labels: [...place.labels, { name, isLoop }] });
    switch (below(4)) {
      case 0:
        return `${name}: while (more()) ${body(loop(inside(true)))}`;
      case 1:
        return `${name}: ${block(inside(false))}`;
      case 2:
        return `${name}: if (maybe()) ${block(inside(false))}`;
      default:
        return `${name}: ${tried(inside(false))}`;
    }
  }
}
