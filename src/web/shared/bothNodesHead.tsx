/** @file The head of a table that has a column for each node. */

/** @param first what the rows are, over the first column */
export function BothNodesHead({ first }: { readonly first: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col" class="prefill">
          prefill
        </th>
        <th scope="col" class="decode">
          decode
        </th>
      </tr>
    </thead>
  );
}
