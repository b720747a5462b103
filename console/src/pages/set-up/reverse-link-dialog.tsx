import { answerOf } from "../../../../src/client/index.ts";
import { RadioGroup } from "../../components/form/choices.tsx";
import { DateTimeField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { useForm } from "../../components/form/use-form.ts";
import { Loading } from "../../components/states.tsx";
import { deviceZone, formatDateTime } from "../../format.ts";
import { useSpaces } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { sideOf } from "./labels.ts";
import type { ShownLink } from "./link-dialogs.tsx";
import { type EffectiveFrom, effectiveFromOf } from "./space-values.ts";
import { useSave } from "./use-save.ts";

/** Corrects the sensor placement of a link, from now on or in the past (D22). */
export function ReverseLinkDialog(props: { readonly link: ShownLink; readonly onClose: () => void }) {
  const { link, onClose } = props;
  const { client, saved } = useSave(onClose);
  const mayCorrect = useMay("admin");
  const spaces = useSpaces();
  const zone = spaces.data?.find(({ id }) => id === link.spaceId)?.time_zone ?? deviceZone();
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
      const message = `The direction of ${link.doorwayName} has been reversed for ${link.spaceName}.`;
      await saved(["spaces", "doorways", "links"], message);
    },
  });
  return (
    <FormDialog title="Reverse the direction?" form={form} action="Reverse" onClose={onClose}>
      {spaces.isPending ? (
        <Loading />
      ) : (
        <>
          <p>
            The sensor at {link.doorwayName} is set up as mounted{" "}
            <strong>{sideOf(link.placement).toLowerCase()}</strong> {link.spaceName}. Its placement becomes{" "}
            <strong>{sideOf(placement).toLowerCase()}</strong>: entrances are counted as exits, and exits as
            entrances.
          </p>
          {link.endedAt !== null && (
            <p>
              This link ended on {formatDateTime(link.endedAt, zone)} ({zone}). Only the counts until then
              change.
            </p>
          )}
          {mayCorrect ? (
            <>
              <RadioGroup
                label="Effective from"
                choices={link.endedAt === null ? MOMENTS : MOMENTS_OF_ENDED}
                {...form.field("when")}
              />
              {form.values.when === "at" && (
                <DateTimeField label={`Date and time in ${zone}`} {...form.field("effective_at")} />
              )}
            </>
          ) : (
            <p className="field-hint">
              The change applies from now on. Correcting past counts requires a token with the scope{" "}
              <code>admin</code>.
            </p>
          )}
          <p className="field-hint">
            {form.values.when === "now"
              ? "Past counts do not change."
              : "The server derives the counts of that time from the events again. Charts, peaks, breaches and downloads change."}
          </p>
        </>
      )}
    </FormDialog>
  );
}

const MOMENTS: readonly { value: EffectiveFrom; name: string; hint?: string }[] = [
  { value: "beginning", name: "From the beginning", hint: "The placement has always been wrong." },
  { value: "at", name: "From a date and time", hint: "The sensor was turned then." },
  { value: "now", name: "From now on", hint: "The placement was right until now." },
];

const MOMENTS_OF_ENDED = [
  { value: "beginning", name: "From the beginning until the link ended" },
  { value: "at", name: "From a date and time until the link ended" },
] as const;
