/** A chart of stacked bars, one per day, drawn as SVG. A table has the same figures, for people who cannot see the chart or need exact values. */
import { useId, useRef } from "preact/hooks";
import { count, short } from "../format.ts";
import { useWidth } from "../width.ts";

interface Series {
  readonly label: string;
  readonly tone: string;
}

interface Day {
  /** ISO date. */
  readonly day: string;
  /** One value for each series. */
  readonly values: readonly number[];
}

interface Props {
  readonly title: string;
  readonly note?: string;
  readonly series: readonly Series[];
  readonly days: readonly Day[];
}

/** Height in CSS pixels. The width is measured in them, too, so that letters and lines have the same size in wide and narrow windows. */
const HEIGHT = 170;
const BOTTOM = 22;
const TOP = 10;
/** Space for half of the last day's label. */
const RIGHT = 18;
const DIGIT_WIDTH = 7;
const LABEL_WIDTH = 58;

export function DayChart({ title, note, series, days }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const totals = days.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const top = niceTop(Math.max(...totals));
  const left = 12 + DIGIT_WIDTH * Math.max(...[0, top / 2, top].map((value) => short(value).length));
  const right = width - RIGHT;
  const step = (right - left) / days.length;
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const every = Math.ceil(LABEL_WIDTH / step);
  const total = totals.reduce((sum, value) => sum + value, 0);
  return (
    <section class="chart" aria-labelledby={id}>
      <div class="chart-head">
        <h2 id={id}>{title}</h2>
        <ul class="legend">
          {series.map(({ label, tone }) => (
            <li key={label}>
              <i class={`swatch ${tone}`} />
              {label}
            </li>
          ))}
        </ul>
      </div>
      <div ref={box}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={`${title} by day: ${count(total)} in all, at most ${count(Math.max(...totals))} on one day. The table below has the figures.`}
          >
            {[0, top / 2, top].map((value) => (
              <g key={value}>
                <line class="grid" x1={left} x2={right} y1={y(value)} y2={y(value)} />
                <text class="tick" x={left - 6} y={y(value) + 4} text-anchor="end">
                  {short(value)}
                </text>
              </g>
            ))}
            {days.map(({ day, values }, index) => {
              let below = 0;
              return (
                <g key={day}>
                  <title>{`${day}: ${values.map((value, at) => `${count(value)} ${series[at]?.label ?? ""}`).join(", ")}`}</title>
                  <rect class="hit" x={left + index * step} y={TOP} width={step} height={HEIGHT - TOP - BOTTOM} />
                  {values.map((value, at) => {
                    below += value;
                    const height = y(below - value) - y(below);
                    return value === 0 ? null : (
                      <rect
                        key={at}
                        class={`bar ${series[at]?.tone ?? ""}`}
                        x={left + index * step + step * 0.14}
                        y={y(below)}
                        width={step * 0.72}
                        height={Math.max(height, 1)}
                      />
                    );
                  })}
                  {index % every === 0 && (
                    <text class="tick" x={left + (index + 0.5) * step} y={HEIGHT - 5} text-anchor="middle">
                      {day.slice(5)}
                    </text>
                  )}
                </g>
              );
            })}
          </svg>
        )}
      </div>
      {note !== undefined && <p class="muted">{note}</p>}
      <details>
        <summary>
          Figures<span class="visually-hidden"> of {title}</span>
        </summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              {series.map(({ label }) => (
                <th key={label} scope="col" class="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days
              .filter((_day, index) => (totals[index] ?? 0) > 0)
              .map(({ day, values }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  {values.map((value, at) => (
                    <td key={at} class="number">
                      {count(value)}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** @returns the next of 2, 4, 10, 20, 40, 100 …, so that half of it is an integer, too */
function niceTop(value: number): number {
  let power = 1;
  while (power * 10 < value) power *= 10;
  return [2, 4, 10].map((one) => one * power).find((one) => one >= value) ?? 10 * power;
}
