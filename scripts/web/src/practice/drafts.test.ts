import assert from "node:assert/strict";
import { test } from "node:test";
import { Drafts } from "./drafts";

function shelf(): Pick<Storage, "getItem" | "setItem"> & { refuse: boolean } {
  const held = new Map<string, string>();
  return {
    refuse: false,
    getItem: (key) => held.get(key) ?? null,
    setItem(key, text) {
      if (this.refuse) throw new Error("no room");
      held.set(key, text);
    },
  };
}

test("code is there again for whoever opens the page next", () => {
  const storage = shelf();
  new Drafts(() => storage).keep("softmax", "mine");
  assert.equal(new Drafts(() => storage).get("softmax"), "mine");
  assert.equal(new Drafts(() => storage).get("rope"), null);
});

test("starting over keeps what was written; doing so twice does not lose it", () => {
  const storage = shelf();
  const drafts = new Drafts(() => storage);
  drafts.reset("softmax", "stub");
  assert.equal(drafts.before("softmax"), null);
  drafts.keep("softmax", "mine");
  drafts.reset("softmax", "stub");
  drafts.reset("softmax", "stub");
  assert.equal(drafts.get("softmax"), "stub");
  assert.equal(new Drafts(() => storage).before("softmax"), "mine");
});

test("a browser that keeps nothing is noticed, and the tab works on", () => {
  const storage = shelf();
  const drafts = new Drafts(() => storage);
  storage.refuse = true;
  drafts.keep("softmax", "mine");
  assert.ok(drafts.lost);
  assert.equal(drafts.get("softmax"), "mine");
  const blocked = new Drafts(() => {
    throw new Error("blocked");
  });
  assert.equal(blocked.get("softmax"), null);
});
