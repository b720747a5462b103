import { answerOf } from "../../../../src/client/index.ts";
import { RadioGroup } from "../../components/form/choices.tsx";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { useForm } from "../../components/form/use-form.ts";
import { Loading } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { deviceZone, formatDateTime } from "../../format.ts";
import { useRefresh } from "../../queries/set-up.ts";
import { useSpaces } from "../../queries/spaces.ts";
import { useMay, useSession } from "../../session.tsx";
import { type EffectiveFrom, effectiveFromOf } from "./space-values.ts";
import { sideOf } from "./words.ts";

/** A link whose sensor may be set up the wrong way round. */
export interface TurnedLink {
  readonly id: string;
  readonly spaceId: string;
  readonly spaceName: string;
  readonly doorwayName: string;
  readonly placement: 1 | -1;
  /** When it ended, as the API writes it; null where it holds. */
  readonly endedAt: string | null;
}

/** Corrects on which side of a doorway a sensor is, from now on or in the past as well (D22). */
export function TurnLinkDialog({
  link,
  onClose,
}: {
  readonly link: TurnedLink;
  readonly onClose: () => void;
}) {
  const { client } = useSession();
  const mayCorrect = useMay("admin");
  const refresh = useRefresh();
  const toast = useToast();
  const spaces = useSpaces();
  const zone = spaces.data?.find(({ id }) => id === link.spaceId)?.time_zone ?? deviceZone();
  const hasEnded = link.endedAt !== null;
  const placement = link.placement === 1 ? -1 : 1;
  const initial: { readonly when: EffectiveFrom; readonly effective_at: string } = {
    when: mayCorrect ? "beginning" : "now",
    effective_at: "",
  };
  const form = useForm({
    initial,
    send: async ({ when, effective_at }) => {
      const from = effectiveFromOf({ effective_from: when, effective_at }, zone);
      const body = {
        sensor_placement: placement,
        ...(from === undefined ? {} : { effective_from: from }),
      } as const;
      const params = { path: { link_id: link.id } };
      await answerOf(client.v2.PUT("/v2/links/{link_id}/", { params, body }));
      await refresh("spaces", "doorways", "links");
      toast(`${link.doorwayName} has been turned round for ${link.spaceName}.`);
      onClose();
    },
  });
  const isDated = form.values.when !== "now";
  if (spaces.isPending)
    return (
      <FormDialog title="Mounted the wrong way round?" form={form} action="Turn round" onClose={onClose}>
        <Loading />
      </FormDialog>
    );
  return (
    <FormDialog title="Mounted the wrong way round?" form={form} action="Turn round" onClose={onClose}>
      <p>
        The sensor at {link.doorwayName} is set up as mounted{" "}
        <strong>{sideOf(link.placement).toLowerCase()}</strong> {link.spaceName}. It becomes{" "}
        <strong>{sideOf(placement).toLowerCase()}</strong>: who was counted as coming in is counted as going
        out, and the other way round.
      </p>
      {hasEnded && (
        <p>
          This link ended on {formatDateTime(link.endedAt ?? "", zone)} ({zone}). It stays ended; only what
          was counted through it changes.
        </p>
      )}
      {mayCorrect ? (
        <>
          <RadioGroup
            label="Since when has it been wrong?"
            choices={hasEnded ? MOMENTS_OF_ENDED : MOMENTS}
            {...form.field("when")}
          />
          {form.values.when === "at" && (
            <TextField
              type="datetime-local"
              label={`Date and time in ${zone}`}
              {...form.field("effective_at")}
            />
          )}
        </>
      ) : (
        <p className="field-hint">
          The change holds from now on. Counts of the past can be corrected with a token that has the scope{" "}
          <code>admin</code>; this one has not.
        </p>
      )}
      <p className="field-hint">
        {isDated
          ? "All counts of that time are derived again from what the sensor has reported: charts, peaks, breaches and downloads change."
          : "What was counted until now stays as it is."}
      </p>
    </FormDialog>
  );
}

const MOMENTS: readonly { value: EffectiveFrom; name: string; hint?: string }[] = [
  { value: "beginning", name: "From the beginning", hint: "It has always hung this way." },
  { value: "at", name: "From a date and time", hint: "Somebody turned the sensor round then." },
  { value: "now", name: "From now on", hint: "Until now it was right." },
];

const MOMENTS_OF_ENDED = [
  { value: "beginning", name: "From the beginning until the link ended" },
  { value: "at", name: "From a date and time until the link ended" },
] as const;
