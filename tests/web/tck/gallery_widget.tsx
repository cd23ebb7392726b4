import {
  ActionButton,
  Badge,
  Card,
  defineManifest,
  Heading,
  Image,
  List,
  ListItem,
  Popover,
  Stack,
  Text,
  type Tone,
  Tooltip,
  useFormat,
  useLocale,
  useWidgetState,
} from "@tck/kit";
import type { ReactElement } from "react";

const STRINGS = {
  en: {
    about: "Ferries",
    news: "Back to the full timetable after the storm",
    summary: "All boats sail again. Expect full decks until noon.",
    tones: ["Planned", "Later", "New", "On time", "Cancelled", "Delayed", "Boarding"],
    places: ["Föhr", "Amrum", "Hallig Hooge"],
    from: "From Dagebüll, pier 2",
    wind: "Wind by the hour",
    passengers: "Passengers by day",
    days: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    image: "A yellow sun over the sea",
    unit: "Bft",
    explanation: "Beaufort, the mean of ten minutes",
    more: "Sources",
    source: "The harbour office, at six in the morning. Figures are rounded.",
    link: "Harbour office",
    course: "From 4 to 9 passengers",
  },
  ar: {
    about: "العبّارات",
    news: "عودة المواعيد الكاملة بعد العاصفة",
    summary: "تبحر جميع القوارب من جديد. توقعوا ازدحامًا حتى الظهر.",
    tones: ["مقرّر", "لاحقًا", "جديد", "في الموعد", "ملغى", "متأخر", "صعود"],
    places: ["فور", "أمروم", "هوغه"],
    from: "من داغبول، الرصيف ٢",
    wind: "الرياح حسب الساعة",
    passengers: "الركاب حسب اليوم",
    days: ["ن", "ث", "ر", "خ", "ج", "س", "ح"],
    image: "شمس صفراء فوق البحر",
    unit: "بوفورت",
    explanation: "مقياس بوفورت، متوسط عشر دقائق",
    more: "المصادر",
    source: "مكتب الميناء، الساعة السادسة صباحًا.",
    link: "مكتب الميناء",
    course: "من ٤ إلى ٩ ركاب",
  },
} as const;

type Strings = typeof STRINGS[keyof typeof STRINGS];

const TONES: Tone[] = ["neutral", "muted", "accent", "positive", "negative", "warning", "info"];

const SUN = `data:image/svg+xml,${
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><rect width="60" height="40" fill="#1f7a94"/>' +
      '<circle cx="30" cy="22" r="10" fill="#e5ab4c"/><rect y="26" width="60" height="14" fill="#13596f"/></svg>',
  )
}` as const;

/** For the type of the state: the tests write the manifest of each card. */
const manifest = defineManifest<{ view: keyof typeof VIEWS }>({
  id: "views",
  cardType: "feed",
  sizes: ["fill-auto"],
});

/** Every building block, in the view that the state selects. */
export default function Gallery(): ReactElement {
  const { view } = useWidgetState(manifest);
  const View = VIEWS[view];
  return <View strings={STRINGS[useLocale() === "ar" ? "ar" : "en"]} />;
}

const VIEWS = { words: Words, list: Departures, floating: Floating, small: Small };

function Words({ strings }: { strings: Strings }): ReactElement {
  return (
    <Card>
      <Heading kicker={strings.about}>{strings.news}</Heading>
      <Text tone="muted">{strings.summary}</Text>
      <Image src={SUN} alt={strings.image} ratio={3} />
      <Stack direction="row" gap={2} wrap>
        {TONES.map((tone, index) => <Badge key={tone} tone={tone}>{strings.tones[index]}</Badge>)}
      </Stack>
      <Heading level={3}>{strings.wind}</Heading>
      <Text>
        <Text inline size="2xl">7</Text> <Tooltip text={strings.explanation}>{strings.unit}</Tooltip>
      </Text>
      <Text size="sm" lines={1}>{strings.summary} {strings.summary} {strings.summary}</Text>
      <Stack direction="row" gap={2} wrap>
        <ActionButton action="open" />
        <ActionButton action="other" />
        <ActionButton action="idle" />
      </Stack>
    </Card>
  );
}

function Departures({ strings }: { strings: Strings }): ReactElement {
  const format = useFormat();
  return (
    <Card>
      <Heading kicker={strings.about}>{strings.news}</Heading>
      <List divided>
        {strings.places.map((place, index) => (
          <ListItem
            key={place}
            start={<Image src={SUN} alt="" width={44} shape={index === 0 ? "circle" : "rounded"} ratio={1} />}
            detail={strings.from}
            end={<Badge tone={TONES[index + 3]!}>{strings.tones[index + 3]}</Badge>}
          >
            {place}
          </ListItem>
        ))}
      </List>
      <List ordered>
        {strings.places.map((place, index) => (
          <ListItem
            key={place}
            end={format.number(1240 * (index + 1))}
          >
            {place}
          </ListItem>
        ))}
      </List>
    </Card>
  );
}

function Floating({ strings }: { strings: Strings }): ReactElement {
  return (
    <Card>
      <Heading kicker={strings.about}>{strings.news}</Heading>
      <Text>
        7 <Tooltip text={strings.explanation}>{strings.unit}</Tooltip>
      </Text>
      <Popover label={strings.more}>
        <Stack gap={2}>
          <Text>{strings.source}</Text>
          <Text>
            <a href="/harbour">{strings.link}</a>
          </Text>
        </Stack>
      </Popover>
    </Card>
  );
}

function Small({ strings }: { strings: Strings }): ReactElement {
  return (
    <Card>
      <Stack gap={1}>
        <Heading kicker={strings.about}>{strings.wind}</Heading>
        <Text size="2xl">
          7 <Text inline size="sm" tone="muted">{strings.unit}</Text>
        </Text>
        <List>
          <ListItem end={<Badge tone="positive">{strings.tones[3]}</Badge>}>{strings.places[2]}</ListItem>
        </List>
      </Stack>
    </Card>
  );
}
