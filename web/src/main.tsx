import { render } from "preact";
import { Root } from "./app";
import { openLink } from "./link";
import { readSettings, showLooks } from "./settings";
import { languageOf } from "./texts";
import { loadLanguage } from "./texts/load";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/dialogs.css";
import "./styles/board.css";
import "./styles/home.css";
import "./styles/play.css";
import "./styles/note.css";
import "./styles/side.css";
import "./styles/review.css";
import "./styles/play_narrow.css";

const settings = readSettings();
showLooks(settings);
// Beside the page, wherever that is.
const socket = new URL("ws", location.href);
socket.protocol = location.protocol === "https:" ? "wss:" : "ws:";
const link = openLink(socket.href.replace(/[?#].*$/, ""));
const app = document.getElementById("app") as HTMLElement;
loadLanguage(languageOf(settings)).then(
  () => {
    app.textContent = "";
    app.classList.remove("starting");
    render(<Root link={link} />, app);
  },
  // What stands in the page says so, and offers to reload it.
  () => {
    app.classList.remove("starting");
    app.querySelector("a")?.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload(); // with what stands behind the #
    });
  },
);
