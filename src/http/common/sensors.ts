/** What a sensor is, and how it is, until it says otherwise (D27). */
export const SENSOR_TYPE = "s5";
export const SENSOR_DISPOSITION = "LIVE";
