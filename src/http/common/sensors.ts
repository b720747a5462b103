/** The type and the disposition of a sensor that has not sent a heartbeat (D27). */
export const SENSOR_TYPE = "s5";
export const SENSOR_DISPOSITION = "LIVE";
