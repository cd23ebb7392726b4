import { type ReactElement, useId } from "react";
import { useShell, useShellDependencies } from "../shell_context.ts";
import type { UrlState } from "../state/url_state.ts";

/** Common widths of a card that fills its column: whole devices, in CSS pixels. */
const DEVICES: readonly (readonly [width: string, label: string])[] = [
  ["320", "Small phone, 320"],
  ["360", "Android phone, 360"],
  ["390", "iPhone, 390"],
  ["430", "Large phone, 430"],
  ["768", "Tablet, 768"],
  ["1024", "Wide tablet, 1024"],
  ["1280", "Desktop, 1280"],
];

const ZOOMS = (["50", "75", "100", "125", "150", "200"] as const).map((zoom) => [zoom, `${zoom} %`] as const);

const DIRECTIONS: readonly (readonly [UrlState["direction"], string])[] = [
  ["auto", "Of the language"],
  ["ltr", "Left to right"],
  ["rtl", "Right to left"],
];

const VISIONS: readonly (readonly [UrlState["vision"], string])[] = [
  ["full", "All colours"],
  ["protanopia", "No red (protanopia)"],
  ["deuteranopia", "No green (deuteranopia)"],
  ["tritanopia", "No blue (tritanopia)"],
  ["achromatopsia", "No colours (achromatopsia)"],
];

const MOTIONS: readonly (readonly [UrlState["motion"], string])[] = [
  ["auto", "Of the system"],
  ["reduce", "Reduced"],
  ["no-preference", "Not reduced"],
];

const CONTRASTS: readonly (readonly [UrlState["contrast"], string])[] = [
  ["auto", "Of the system"],
  ["more", "More"],
  ["less", "Less"],
];

const OVERLAYS: readonly (readonly [UrlState["overlay"], string])[] = [
  ["none", "None"],
  ["outline", "Outlines"],
  ["measure", "Measures"],
];

/** The controls of the Stage's viewport. They are in the address like all others. */
export function ViewportTools({ isResizable }: { isResizable: boolean }): ReactElement {
  const { navigation } = useShellDependencies();
  const width = useShell(({ url }) => url.width);
  const isDevice = DEVICES.some(([device]) => device === width);
  const widths: [string, string][] = [
    ["", "Of the column"],
    ...DEVICES.map(([w, l]) => [w, l] as [string, string]),
  ];
  if (width !== null && !isDevice) widths.push([width, `${width}`]);
  return (
    <div className="shell-controls" role="group" aria-label="Viewport">
      {isResizable && (
        <Select
          label="Device"
          value={width ?? ""}
          options={widths}
          onChoose={(width) => navigation.navigate({ width: width || null })}
        />
      )}
      <UrlSelect label="Zoom" name="zoom" options={ZOOMS} />
      <UrlSelect label="Direction" name="direction" options={DIRECTIONS} />
      <UrlSelect label="Vision" name="vision" options={VISIONS} />
      <UrlSelect label="Motion" name="motion" options={MOTIONS} />
      <UrlSelect label="Contrast" name="contrast" options={CONTRASTS} />
      <UrlSelect label="Overlay" name="overlay" options={OVERLAYS} />
    </div>
  );
}

interface UrlSelectProps<Name extends keyof UrlState> {
  readonly label: string;
  /** The parameter of the address that has the value. */
  readonly name: Name;
  readonly options: readonly (readonly [value: UrlState[Name] & string, label: string])[];
}

function UrlSelect<Name extends keyof UrlState>(props: UrlSelectProps<Name>): ReactElement {
  const { label, name, options } = props;
  const { navigation } = useShellDependencies();
  const value = useShell(({ url }) => url[name]) as UrlState[Name] & string;
  const choose = (value: string) => navigation.navigate({ [name]: value });
  return <Select label={label} value={value} options={options} onChoose={choose} />;
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly onChoose: (value: Value) => void;
}

function Select<Value extends string>(props: SelectProps<Value>): ReactElement {
  const { label, value, options, onChoose } = props;
  const id = useId();
  return (
    <div className="shell-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="shell-field"
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
      >
        {options.map(([value, label]) => <option key={value} value={value}>{label}</option>)}
      </select>
    </div>
  );
}
