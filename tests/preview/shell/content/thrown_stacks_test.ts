import assert from "node:assert/strict";
import { createElement, type ReactNode } from "react";
import { keepOwners, stackOf } from "../../../../preview/shell/content/thrown_stacks.ts";
import { withRendering } from "../rendering.ts";

Deno.test("an error has the elements around it where it was thrown, and not where it is written again", () =>
  withRendering({}, async ({ show }) => {
    const [thrown, other] = [new Error("a"), new Error("b")];
    const Thrower = () => {
      keepOwners(thrown);
      return null;
    };
    function Widget(): ReactNode {
      return createElement(Thrower);
    }
    const Boundary = () => {
      keepOwners(thrown);
      keepOwners(other);
      return null;
    };
    function Page(): ReactNode {
      return createElement(Boundary);
    }
    await show(createElement(Widget));
    const stack = stackOf(thrown);
    assert.ok(stack!.length > thrown.stack!.length);
    await show(createElement(Page));
    assert.equal(stackOf(thrown), stack);
    assert.notEqual(stackOf(other), other.stack);
    assert.deepEqual([stackOf("a text"), stackOf(Object.assign(new Error(), { stack: undefined }))], [
      null,
      null,
    ]);
  }));
