import {
  Badge,
  BarList,
  Callout,
  Card,
  CardHeader,
  Grid,
  Image,
  List,
  ListItem,
  ProgressBar,
  Stack,
  StackedBar,
  Stat,
  Table,
  Text,
  Timeline,
  TimelineItem,
} from "@tck/kit";
import { type ReactElement, useEffect, useState } from "react";
import { Passengers } from "../fitting_parts.tsx";
import type { Trial, TrialBlock } from "./trial.ts";

const NAMES = ["Föhr", "Amrum", "Hallig Hooge", "Langeneß", "Pellworm", "Sylt", "Helgoland"];
const PICTURE = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** The blocks that an event names. */
export function TrialView(): ReactElement {
  const [trial, setTrial] = useState<Trial>({ blocks: [] });
  useEffect(() => {
    const show = ({ detail }: Event & { detail?: Trial }) => setTrial(detail!);
    addEventListener("trial", show);
    return () => removeEventListener("trial", show);
  }, []);
  return (
    <Card>
      <CardHeader
        start={trial.hasIcon === true ? <svg width="16" height="16" aria-hidden /> : undefined}
        end={trial.end}
      >
        {trial.title ?? "Harbour"}
      </CardHeader>
      {trial.blocks.map((block, index) => <Block key={`${index} ${block.kind}`} {...block} />)}
    </Card>
  );
}

function Block({ kind, count = 1, hasDetail = false }: TrialBlock): ReactElement {
  const rows = Array.from({ length: count }, (_, index) => NAMES[index % NAMES.length]!);
  const detail = hasDetail ? "From pier 2" : undefined;
  switch (kind) {
    case "stat":
      return <Stat label="Passengers" value={"1234567890".slice(0, count)} detail={detail} />;
    case "list":
      return (
        <List>
          {rows.map((name, index) => <ListItem key={index} end="10:25" detail={detail}>{name}</ListItem>)}
        </List>
      );
    case "ranking":
      return <BarList label="Boats" items={rows.map((label, index) => ({ label, value: count - index }))} />;
    case "timeline":
      return (
        <Timeline>
          {rows.map((name, index) => (
            <TimelineItem key={index} time="10:25">
              {hasDetail ? `${name}: the harbour of the northern islands` : name}
            </TimelineItem>
          ))}
        </Timeline>
      );
    case "steps":
      return (
        <Timeline>
          {rows.map((name, index) => (
            <TimelineItem key={index} time="10:25" detail="From pier 2, in an hour">{name}</TimelineItem>
          ))}
        </Timeline>
      );
    case "doses":
      return (
        <Timeline>
          {rows.map((name, index) => (
            <TimelineItem
              key={index}
              time="10:25"
              detail="From pier 2"
              past={index === 0}
              current={index === 1}
            >
              {name}
            </TimelineItem>
          ))}
        </Timeline>
      );
    case "picks":
      return (
        <List divided>
          {rows.map((name, index) => (
            <ListItem key={index} start={<Badge>{`C-${index}`}</Badge>} end="18 ×" current={index === 1}>
              {hasDetail ? "Donaudampfschifffahrtsgesellschaft" : name}
            </ListItem>
          ))}
        </List>
      );
    case "lots":
      return (
        <List>
          {rows.map((name, index) => (
            <ListItem key={index} end="38" detail={<ProgressBar label={name} value={0.6} header={false} />}>
              {name}
            </ListItem>
          ))}
        </List>
      );
    case "table":
      return (
        <Table
          label="Boats"
          columns={[{ key: "to", label: "To" }, { key: "leaves", label: "Leaves", align: "end" }]}
          rows={rows.map((to) => ({ to, leaves: "10:25" }))}
        />
      );
    case "scores": {
      const columns = ["Played", "Won", "Drawn", "Points"].map((label) => ({ key: label, label }));
      const scores = Object.fromEntries(columns.map(({ key }) => [key, detail ?? "17"]));
      return (
        <Table
          label="Teams"
          columns={[{ key: "team", label: "Team" }, ...columns]}
          rows={rows.map((team) => ({ ...scores, team }))}
        />
      );
    }
    case "chart":
      return <Passengers />;
    case "bar":
      return <ProgressBar label="Full" value={0.6} />;
    case "callout":
      return <Callout tone="warning" title="Gale warning" />;
    case "text":
      return <Text>On time</Text>;
    case "badge":
      return <Badge tone="positive">On time</Badge>;
    case "image":
      return <Image src={PICTURE} alt="Harbour" ratio={3} />;
    case "div":
      return <div>On time</div>;
    case "background":
      return (
        <div style={{ minHeight: count === 1 ? 40 : count, backgroundImage: `url(${PICTURE})` }}>Harbour</div>
      );
    case "bars":
      return (
        <div>
          Full
          <div style={{ width: "60%", height: 12, background: "teal" }} />
        </div>
      );
    case "parts":
      return (
        <StackedBar label="On board" segments={rows.map((label, index) => ({ label, value: index + 1 }))} />
      );
    case "depths":
      return (
        <Grid columns={4}>
          {rows.map((label, index) => <Stat key={index} label={label} value={130} unit="cm" />)}
        </Grid>
      );
    case "icon":
      return (
        <Stack direction="row">
          <svg aria-hidden="true" width="16" height="16" />
          <Text>On time</Text>
        </Stack>
      );
  }
}
