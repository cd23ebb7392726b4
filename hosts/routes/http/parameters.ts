import * as v from "valibot";
import { BUNDLE_HASH_PATTERN, LIMITS, SINGLE_BATCH_KINDS } from "../../../core/contract/mod.ts";
import { formatKindPath } from "../../../core/naming/mod.ts";

/** `limit` of a list. Like every definition here, the routes validate by it and the OpenAPI document contains it. */
export const LIMIT = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(LIMITS.pageSize),
  v.description(`How many batches a page has at most; ${LIMITS.defaultPageSize} without it`),
);

/** `direction` of a list. */
export const DIRECTION = v.pipe(
  v.picklist(["older", "newer"]),
  v.description("older walks down the list from the newest batch, newer walks up"),
);

/** `cursor` of a list. Its content is private. */
export const CURSOR = v.pipe(
  v.string(),
  v.description("The nextCursor of the page before; absent for the first page"),
);

export const BUNDLE_HASH = v.pipe(
  v.string(),
  v.regex(BUNDLE_HASH_PATTERN),
  v.description("SHA-384 of widget.mjs in base64url"),
);

/** The id of a batch of the kinds that the single-batch route accepts. */
export const BATCH_ID = v.pipe(
  v.string(),
  v.regex(new RegExp(`^[0-9]{8}-(${SINGLE_BATCH_KINDS.map(formatKindPath).join("|")})$`)),
  v.description("The date as YYYYMMDD, and the kind"),
);

export const WIDGET_ID = v.pipe(v.string(), v.regex(/^w_[a-z2-7]{26}$/), v.description("The id of a widget"));
