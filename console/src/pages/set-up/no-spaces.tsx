import { DialogButton } from "../../components/button.tsx";
import { Empty, Offer } from "../../components/states.tsx";
import { newSpace } from "./space-form.tsx";

/** The empty state of a site without spaces, with the form that creates the first one. */
export function NoSpaces() {
  return (
    <Empty title="No spaces yet">
      <Offer what="Creating a space" scope="write">
        <p>Create a campus, a building or a single room. Then link a doorway with a sensor to it.</p>
        <DialogButton look="primary" dialog={newSpace(null, [])}>
          Create a space
        </DialogButton>
      </Offer>
    </Empty>
  );
}
