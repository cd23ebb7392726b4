import { type ReactElement, useEffect, useState } from "react";
import type { ShotRequest } from "../../shots.ts";
import { describeElement } from "./measure/element.ts";
import { measureCard } from "./measure/measure_card.ts";
import { ShotCard } from "./shot_card.tsx";
import { ShotBoard } from "./shot_board.ts";

/** Only the cards that a snapshot asks for, one below the other (`chrome=shots`). */
export function ShotList(): ReactElement {
  const [requests, setRequests] = useState<{ round: number; list: readonly ShotRequest[] }>(NOTHING);
  const [board] = useState(() => new ShotBoard(setRequests));
  useEffect(() => {
    globalThis.tckShots = {
      show: (list) => board.show(list),
      measure: () => board.articles().map((article) => article && measureCard(article)),
      errors: () => board.errors(),
      articles: () => board.articles(),
      describe: describeElement,
    };
  }, [board]);
  return (
    <main className="shell-shots">
      {requests.list.map((request, index) => (
        <ShotCard key={`${requests.round}/${index}`} request={request} index={index} board={board} />
      ))}
    </main>
  );
}

const NOTHING = { round: 0, list: [] };
