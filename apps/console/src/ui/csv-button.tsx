import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadCsv } from '../api/csv';
import { explain } from '../api/errors';
import { Button } from './button';
import { toast } from './toast';

/** Saves a list with the filters that are set, as CSV. */
export function CsvButton({
  path,
  query,
  fileName,
}: {
  path: string;
  query: Readonly<Record<string, string>>;
  fileName: string;
}) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await downloadCsv(path, query, fileName);
    } catch (error) {
      toast(explain(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void save()}>
      {!busy && <Download aria-hidden className="size-4" />} Download CSV
    </Button>
  );
}
