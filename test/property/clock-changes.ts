/** A zone and an instant, in ms, at or near which its clocks do something. */
export interface Place {
  readonly zone: string;
  readonly instant: number;
}

function place(zone: string, instant: string): Place {
  return { zone, instant: Date.parse(instant) };
}

/** Where the zone's offset changes at the very instant. */
export const CHANGES: readonly Place[] = [
  place("America/New_York", "2024-03-10T07:00:00Z"),
  place("America/New_York", "2024-11-03T06:00:00Z"),
  // At 00:01: a gap just after midnight, and a day that is entered twice.
  place("America/St_Johns", "2010-03-14T03:31:00Z"),
  place("America/St_Johns", "2010-11-07T02:31:00Z"),
  // Double summer time: two hours.
  place("America/St_Johns", "1988-04-03T03:31:00Z"),
  place("America/St_Johns", "1988-10-30T01:31:00Z"),
  place("Australia/Lord_Howe", "2024-10-05T15:30:00Z"),
  place("Australia/Lord_Howe", "2024-04-06T15:00:00Z"),
  // From +05:30 to +05:45 at the turn of the year.
  place("Asia/Kathmandu", "1985-12-31T18:30:00Z"),
  // 30 December 2011 is skipped.
  place("Pacific/Apia", "2011-12-30T10:00:00Z"),
  place("Pacific/Apia", "2012-03-31T14:00:00Z"),
  // Ramadan: an hour back, and forward again.
  place("Africa/Casablanca", "2024-03-10T02:00:00Z"),
  place("Africa/Casablanca", "2024-04-14T02:00:00Z"),
  // From -00:44:30 to 0.
  place("Africa/Monrovia", "1972-01-07T00:44:30Z"),
  // Midnight itself is skipped, or comes twice.
  place("America/Sao_Paulo", "2018-11-04T03:00:00Z"),
  place("America/Sao_Paulo", "2018-02-18T02:00:00Z"),
  // Clocks go from 23:00 to the next day's midnight, and from midnight back to 23:00.
  place("America/Nuuk", "2024-03-31T01:00:00Z"),
  place("America/Nuuk", "2024-10-27T01:00:00Z"),
  place("Antarctica/Troll", "2024-03-31T01:00:00Z"),
  place("Pacific/Kwajalein", "1993-08-21T12:00:00Z"),
];

/** Those, and some where nothing changes: month ends, leap days, the beginning of time. */
export const PLACES: readonly Place[] = [
  ...CHANGES,
  place("UTC", "2024-02-29T00:00:00Z"),
  place("UTC", "1970-01-03T00:00:00Z"),
  place("Asia/Kathmandu", "2024-01-31T18:15:00Z"),
  place("America/New_York", "2023-12-31T05:00:00Z"),
];
