import { idList, repeated } from "../schemas/fields.ts";

/** The parameters that restrict counts to time segments (D14). */
export const segmentParameters = {
  time_segment_ids: idList("timeSegment").optional(),
  time_segment_group_ids: idList("timeSegmentGroup").optional(),
  time_segment_groups: idList("timeSegmentGroup", "The same as `time_segment_group_ids`").optional(),
  time_segment_labels: repeated.optional(),
};
