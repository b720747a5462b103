import fc from "fast-check";

/** Texts in each of D1's forms. */
export const TIMES_OF_D1: readonly string[] = [
  "2024-05-06",
  "1970-01-01",
  "2024-02-29",
  ...["T", "t", " "].flatMap((separator) => [
    `2024-05-06${separator}07:08`,
    `2024-05-06${separator}07:08:09`,
    `2024-05-06${separator}07:08:09.1`,
    `2024-05-06${separator}07:08:09,12`,
    `2024-05-06${separator}07:08:09.123`,
    `2024-05-06${separator}07:08:09.123456`,
    `2024-05-06${separator}07:08:09.999999999999`,
    `2024-05-06${separator}23:59:59.9999Z`,
    `2024-05-06${separator}07:08Z`,
    `2024-05-06${separator}07:08z`,
  ]),
  ...[
    "+00",
    "-00:00",
    "+0545",
    "+05:45",
    "-0330",
    "-11:30",
    "+14:00",
    "+23:59",
    "-23:59",
    " 05:45",
    " 0545",
    " 05",
  ].map((offset) => `2024-05-06T07:08:09.5${offset}`),
  "2024-05-06 07:08+02",
  "2024-05-06 07:08:09,5-0230",
];

/** Texts that are near D1's forms, and in none of them. */
export const NO_TIMES: readonly string[] = [
  "",
  "2024",
  "2024-05",
  "2024-W19-1",
  "2024-127",
  "20240506",
  "2024-5-6",
  "2024-02-30",
  "2023-02-29",
  "2024-13-01",
  "2024-00-10",
  "2024-05-00",
  "1969-12-31",
  "10000-01-01",
  "2024-05-06T",
  "2024-05-06Z",
  "2024-05-06T07",
  "2024-05-06T7:08",
  "2024-05-06T24:00",
  "2024-05-06T23:60",
  "2024-05-06T23:59:60",
  "2024-05-06T07:08:09.",
  "2024-05-06T07:08.5",
  "2024-05-06T07:08:09+24",
  "2024-05-06T07:08:09+05:60",
  "2024-05-06T07:08:09+5",
  "2024-05-06T07:08:09+05:45:00",
  "2024-05-06T07:08:09 UTC",
  "2024-05-06T07:08:09[Asia/Kathmandu]",
  "2024-05-06_07:08:09",
  "2024-05-06  07:08:09",
  "06/05/2024",
  "May 6 2024",
  "now",
  "infinity",
  "epoch",
  "1714982400",
  "1714982400000",
  "２０２４-05-06",
  "1970-01-01T00:00:00+00:01",
];

const twoDigits = (highest: number) => fc.nat(highest).map((number) => String(number).padStart(2, "0"));
/** Mostly within the bound, now and then just beyond it. */
const twoDigitsOrMore = (highest: number) =>
  fc.oneof(
    { weight: 12, arbitrary: twoDigits(highest) },
    { weight: 1, arbitrary: fc.constant(String(highest + 1)) },
  );
const fractions = fc
  .tuple(fc.constantFrom(".", ".", ".", ","), fc.nat(999_999_999), fc.integer({ min: 0, max: 12 }))
  .map(([point, digits, length]) => point + String(digits).padEnd(length, "0").slice(0, length));

const dates = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1970, max: 9999 }).map(String) },
      { weight: 1, arbitrary: fc.constantFrom("1969", "1970", "2000", "2023", "2024", "9999", "0001") },
    ),
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.integer({ min: 1, max: 12 }).map((month) => String(month).padStart(2, "0")),
      },
      { weight: 1, arbitrary: twoDigits(13) },
    ),
    fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 1, max: 28 }).map((day) => String(day).padStart(2, "0")) },
      { weight: 1, arbitrary: twoDigits(32) },
    ),
  )
  .map((parts) => parts.join("-"));

const clocks = fc
  .tuple(
    twoDigitsOrMore(23),
    twoDigitsOrMore(59),
    fc.option(twoDigitsOrMore(59), { freq: 6 }),
    fc.option(fractions, { freq: 2, nil: "" }),
  )
  .map(
    ([hour, minute, second, fraction]) =>
      `${hour}:${minute}${second === null ? "" : `:${second}${fraction}`}`,
  );

const offsets = fc.oneof(
  fc.constantFrom("", "Z", "z"),
  fc
    .tuple(
      fc.constantFrom("+", "-", " "),
      twoDigitsOrMore(23),
      fc.constantFrom(":", ":", "", null),
      twoDigitsOrMore(59),
    )
    .map(([sign, hour, colon, minute]) => sign + hour + (colon === null ? "" : colon + minute)),
);

const regular = fc.oneof(
  { weight: 1, arbitrary: dates },
  {
    weight: 8,
    arbitrary: fc
      .tuple(dates, fc.constantFrom("T", "T", " ", "t"), clocks, offsets)
      .map((parts) => parts.join("")),
  },
);

/** A text with one of its characters replaced, dropped or doubled. */
const spoilt = fc
  .tuple(
    regular,
    fc.nat(30),
    fc.constantFrom("", "0", "9", "-", "+", ":", ".", ",", " ", "T", "Z", "z", "x", "\u0660"),
  )
  .map(
    ([text, position, sign]) => text.slice(0, position) + sign + text.slice(position + (sign === "" ? 1 : 0)),
  );

/** Texts in D1's grammar and near it, about half of them instants. */
export const nearlyTimes: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: regular },
  { weight: 2, arbitrary: spoilt },
  { weight: 1, arbitrary: fc.constantFrom(...TIMES_OF_D1, ...NO_TIMES) },
);
