import { describe, expect, it } from "vitest";
import { PRESET_NAMES } from "../../src/cli/loading/reading-presets.ts";
import { eventsOf, folderWith, load } from "../support/backfill.ts";

const DAY = "2024-05-06T";

/** A file as each preset reads it, and the events that it makes, as `time,line,trajectory`. */
const SAMPLES: Readonly<Record<string, readonly [text: string, events: readonly string[]]>> = {
  hourly: [
    "Date,Hour,Door,Entries,Exits\n2024-05-06,8,N,1,0\n2024-05-06,9,N,0,1\n",
    ["08:30:00.000Z,N,1", "09:30:00.000Z,N,-1"],
  ],
  vea: [
    '{"recordDate_hour_1":"2024-05-06T08:00:00.000Z","zoneId":"z","name":"Main","sumins":1,"sumouts":0}\n',
    ["08:30:00.000Z,z,1"],
  ],
  vivotek: [
    "UtcTime,GroupID,DeviceID,ModelName,MacAddress,IPAddress,TimeZone,DST\n" +
      "2024-05-06T09:00:01Z,0,0,SC8131,00:00:5E:00:53:00,192.0.2.1,+8,0\n" +
      "RuleType,RuleName,In,Out,StartTime,EndTime\n" +
      "Counting,Door,1,0,2024-05-06T08:45:00Z,2024-05-06T09:00:00Z\n",
    ["08:52:30.000Z,Door,1"],
  ],
  "mta-turnstiles": [
    "C/A,UNIT,SCP,STATION,LINENAME,DIVISION,DATE,TIME,DESC,ENTRIES,EXITS  \n" +
      "A1,R1,02-00-00,59 ST,N,BMT,05/06/2024,00:00:00,REGULAR,0000000010,0000000005\n" +
      "A1,R1,02-00-00,59 ST,N,BMT,05/06/2024,04:00:00,REGULAR,0000000011,0000000005\n",
    ["06:00:00.000Z,A1 R1 02-00-00,1"],
  ],
};

describe("D34: headcount backfill --format", () => {
  it.each(PRESET_NAMES)("%s reads such a file without further options", async (name) => {
    const [text, events] = SAMPLES[name] ?? ["", []];
    const cwd = folderWith({ file: text });
    const loaded = await load(cwd, "--format", name, "file");
    expect(loaded.stderr).not.toContain("rejected rows are listed");
    const made = (await eventsOf(cwd)).map((row) => row.split(",").slice(0, 3).join(","));
    expect(made).toEqual(events.map((event) => `${DAY}${event}`));
  });

  it("hourly takes the usual names of columns, and gives way to options", async () => {
    const cwd = folderWith({
      "one.csv": "time,Enter,Exit\n2024-05-06 08:00,1,0\n",
      "two.csv": "timestamp,ins,outs\n2024-05-06 08:00,1,0\n",
    });
    await load(cwd, "--format", "hourly", "one.csv", "--sensor", "One");
    await load(
      cwd,
      "--format",
      "hourly",
      "two.csv",
      "--sensor",
      "Two",
      "--interval",
      "30m",
      "--time-zone",
      "Europe/Berlin",
      "--map",
      "in=ins",
    );
    const made = (await eventsOf(cwd)).map((row) => row.split(",").slice(0, 2).join(","));
    expect(made).toEqual([`${DAY}06:15:00.000Z,Two`, `${DAY}08:30:00.000Z,One`]);
  });
});
