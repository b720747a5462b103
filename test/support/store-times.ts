import fc from "fast-check";

/** Texts in each of D1's forms. */
export const TIMES_OF_D1: readonly string[] = [
  "2024-05-06",
  "1970-01-01",
  "2024-02-29",
  ...["T", "t", " "].flatMap((separator) =>
    ["", ":09", ":09.1", ":09,12", ":09.123", ":09.123456", ":09.999999999999", ":59.9999Z", "Z", "z"].map(
      (end) => `2024-05-06${separator}07:08${end}`,
    ),
  ),
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
    " 05",
  ].map((offset) => `2024-05-06T07:08:09.5${offset}`),
  "2024-05-06 07:08+02",
  "2024-05-06 07:08:09,5-0230",
];

/** Texts that are near D1's forms, and in none of them. */
export const NO_TIMES: readonly string[] = [
  ...["", "now", "infinity", "epoch", "06/05/2024", "May 6 2024", "1714982400", "1714982400000"],
  ...["2024", "2024-05", "2024-W19-1", "2024-127", "20240506", "2024-5-6", "２０２４-05-06", "2024-05-06Z"],
  ...["2024-02-30", "2023-02-29", "2024-13-01", "2024-00-10", "2024-05-00", "1969-12-31", "10000-01-01"],
  ...["T", "T07", "T7:08", "T24:00", "T23:60", "T23:59:60", "_07:08:09", "  07:08:09"].map(
    (time) => `2024-05-06${time}`,
  ),
  ...[".", "+24", "+05:60", "+5", "+05:45:00", " UTC", "[Asia/Kathmandu]"].map(
    (end) => `2024-05-06T07:08:09${end}`,
  ),
  "2024-05-06T07:08.5",
  "1970-01-01T00:00:00+00:01",
];

/** Texts of a date, a time of the day and an offset that match these. */
const written = (...parts: readonly RegExp[]) =>
  fc.tuple(...parts.map((part) => fc.stringMatching(part))).map((texts) => texts.join(""));

/** Mostly instants; some days that their months do not have. */
const regular = written(
  /^(19[7-9]\d|2\d{3}|9\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  /^[Tt ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,12})?)?$/,
  /^([Zz]|[+ -]([01]\d|2[0-3])(:?[0-5]\d)?)?$/,
);

/** Numbers about the bounds of each part. */
const atBounds = written(
  /^(19(69|70)|2023|9999|0001)-(0[012]|1[23])-(0[01]|2[89]|3[0-2])$/,
  /^([T ](0\d|2[34]):(0\d|59|60)(:(59|60)(\.\d{0,12})?)?)?$/,
  /^(Z|[+ -](0\d|2[34])(:?(0\d|59|60))?)?$/,
);

/** A text with one of its characters replaced, dropped or doubled. */
const spoilt = fc
  .tuple(regular, fc.nat(30), fc.constantFrom("", ..."09-+:., TZzx\u0660"))
  .map(
    ([text, position, sign]) => text.slice(0, position) + sign + text.slice(position + (sign === "" ? 1 : 0)),
  );

/** Texts in D1's grammar and near it, about half of them instants. */
export const nearlyTimes: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: regular },
  { weight: 2, arbitrary: spoilt },
  { weight: 2, arbitrary: atBounds },
  { weight: 1, arbitrary: fc.constantFrom(...TIMES_OF_D1, ...NO_TIMES) },
);
