import { render } from "preact";
import { Root } from "./app";
import { openLink } from "./link";
import { readSettings, showLooks } from "./settings";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/board.css";
import "./styles/home.css";
import "./styles/play.css";

showLooks(readSettings());
const scheme = location.protocol === "https:" ? "wss" : "ws";
const link = openLink(`${scheme}://${location.host}/ws`);
render(<Root link={link} />, document.getElementById("app") as HTMLElement);
