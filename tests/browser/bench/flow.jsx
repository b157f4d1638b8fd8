/** @jsxRuntime automatic */
// React Flow as its documentation sets it up, with a graph of graphs.mjs: plain nodes with two handles, and the wheel and the pointer as in Limn (the
// wheel pans, with Control it zooms, a drag on the ground selects).
import { ReactFlow, useEdgesState, useNodesState } from "@xyflow/react";
import { createRoot } from "react-dom/client";

function Flow({ graph, ready }) {
  const [nodes, , onNodesChange] = useNodesState(
    graph.nodes.map(({ id, x, y }) => ({
      id,
      position: { x, y },
      data: { label: id },
      sourcePosition: "right",
      targetPosition: "left",
      style: { width: 200 },
    })),
  );
  const [edges, , onEdgesChange] = useEdgesState(graph.links);
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      onInit={ready}
      minZoom={0.01}
      panOnScroll
      selectionOnDrag
      panOnDrag={[1]}
      selectionMode="partial"
      fitView
    />
  );
}

/** Shows a graph in `host`; resolves to the instance that sets the view. */
export function mount(host, graph) {
  return new Promise((ready) => createRoot(host).render(<Flow graph={graph} ready={ready} />));
}
