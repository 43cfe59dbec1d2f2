// What people usually build: Socket.IO, a score for each table, JSON to everybody in the room. Nothing is stored.
const { createServer } = require("node:http");
const { Server } = require("socket.io");

const tables = new Map();
const server = createServer((_, answer) => answer.end("here"));
const io = new Server(server, { transports: ["websocket"], maxHttpBufferSize: 1e5 });

io.on("connection", (socket) => {
  const code = socket.handshake.query.table;
  socket.join(code);
  socket.on("tap", (tap, seen) => {
    const table = tables.get(code) ?? { version: 0, score: [0, 0], last: "" };
    tables.set(code, table);
    table.version = seen + 1;
    table.score[seen % 2] += 1;
    table.last = tap;
    io.to(code).emit("score", table);
  });
});

server.listen(Number(process.argv[2]), "127.0.0.1", 2048);
