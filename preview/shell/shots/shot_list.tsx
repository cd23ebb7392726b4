import { type ReactElement, useEffect, useState } from "react";
import type { ShotRequest, ShotsPage } from "../../shots.ts";
import { keptViolations } from "./policy_violations.ts";
import { findOwners } from "./element_owners.ts";
import { ShotCard } from "./shot_card.tsx";
import { ShotBoard } from "./shot_board.ts";
import { answerNeeds } from "./write_needs.ts";

/** Only the cards that a snapshot asks for, one below the other (`chrome=shots`). */
export function ShotList(): ReactElement {
  const [requests, setRequests] = useState<{ round: number; list: readonly ShotRequest[] }>(NOTHING);
  const [board] = useState(() => new ShotBoard(setRequests));
  useEffect(() => {
    defineOnce("tckShots", {
      show: (list) => board.show(list),
      errors: () => board.errors(),
      violations: () => keptViolations(),
      owners: (paths) => {
        const articles = board.articles();
        return paths.map((path) => findOwners(articles, path));
      },
    });
  }, [board]);
  useEffect(answerNeeds, []);
  return (
    <main className="shell-shots">
      {requests.list.map((request, index) => (
        <ShotCard key={`${requests.round}/${index}`} request={request} index={index} board={board} />
      ))}
    </main>
  );
}

/** Defines a property that no widget can replace. */
function defineOnce(name: "tckShots", value: ShotsPage): void {
  if (!Object.hasOwn(globalThis, name)) {
    Object.defineProperty(globalThis, name, { value: Object.freeze(value) });
  }
}

const NOTHING = { round: 0, list: [] };
