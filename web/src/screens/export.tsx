// The dialog that shows a game or position as text: to copy, or to save as a file.
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../context";
import type { Format } from "../logic/setup";
import { useProblem, useStable } from "../parts/hooks";
import { copyText, saveText, type Exported } from "../parts/files";
import { Button, Choice, Dialog, Field } from "../parts/parts";

const formats: readonly Format[] = ["pdn", "fen", "log", "svg"];

interface ExportDialogProps {
  /** What is exported, for the title. */
  name: string;
  get: (format: Format) => Promise<Exported>;
  onClose: () => void;
}

export function ExportDialog({ name, onClose, ...props }: ExportDialogProps) {
  const app = useApp();
  const { why } = app;
  const get = useStable(props.get);
  const texts = app.text.library.exporting;
  const [format, setFormat] = useState<Format>("pdn");
  const [exported, setExported] = useState<Exported | null>(null);
  const [problem, setProblem] = useProblem();

  useEffect(() => {
    let wanted = true;
    setExported(null);
    setProblem(null);
    get(format)
      .then((answer) => wanted && setExported(answer))
      .catch((error: unknown) => wanted && setProblem(why(error)));
    return () => {
      wanted = false;
    };
  }, [format, get, why, setProblem]);

  const copy = async () => {
    if (!exported) return;
    app.toast((await copyText(exported.text)) ? texts.copied : texts.notCopied);
  };

  return (
    <Dialog
      title={`${texts.title}: ${name}`}
      close={texts.close}
      onClose={onClose}
      actions={
        <>
          <Button icon="copy" disabled={!exported} onClick={() => void copy()}>
            {texts.copy}
          </Button>
          <Button icon="download" kind="main" disabled={!exported} onClick={() => exported && saveText(exported)}>
            {texts.download}
          </Button>
        </>
      }
    >
      <Choice
        label={texts.format}
        value={format}
        options={formats.map((one) => [one, texts.formats[one]] as const)}
        onChange={setFormat}
      />
      <Field label={texts.text} help={texts.about[format]}>
        {(ids) => (
          <textarea {...ids} class="export-text" readOnly rows={9} spellcheck={false} value={exported?.text ?? ""} />
        )}
      </Field>
      {problem && (
        <p class="alert" role="alert">
          {problem.text}
        </p>
      )}
    </Dialog>
  );
}
