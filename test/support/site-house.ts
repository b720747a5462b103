/** A site with a bit of everything that a file of one can have. */
export const HOUSE = `
spaces:
  - name: House
    space_type: building
    capacity: 100
    notes: By the sea
    tags: [old, red]
    assigned_teams: [Cleaning]
    spaces:
      - name: Hall
      - name: Kitchen
        function: kitchen
doorways:
  - name: Front door
    description: Oak
    sensor_serial_number: a
    tags: [main]
    links:
      - {space: House, sensor_placement: 1}
      - {space: Hall, sensor_placement: -1}
  - name: Back door
    sensor_serial_number: b
time_segments:
  - {label: Office Hours, start: "09:00", end: "17:00", days: [Monday, Friday], spaces: [House]}
  - {label: Lunch, start: "12:00", end: "13:00", days: [Monday], spaces: [Kitchen]}
time_segment_groups:
  - {name: Working week, time_segments: [Office Hours, Lunch]}
`;
