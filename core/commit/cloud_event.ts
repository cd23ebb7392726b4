/** A CloudEvents 1.0 envelope, as plain JSON. */
export interface CloudEvent<Type extends string, Data> {
  /** The version of CloudEvents. */
  specversion: "1.0";
  /** Identifies the event: a repeated delivery has the same. */
  id: string;
  /** The program that made the event. */
  source: string;
  /** The type of the event. */
  type: Type;
  /** The batch id. */
  subject: string;
  /** When it was made: RFC 3339, UTC. */
  time: string;
  /** The media type of `data`. */
  datacontenttype: "application/json";
  /** What the event is about. */
  data: Data;
}
