"""Connect gunicorn's asyncio worker with the Flask application.

gunicorn reads the requests of all connections in one loop, so half a request costs a connection and
no thread. A thread answers a request once it has arrived whole. An open stream needs no thread
while it waits: it takes one for the moment in which it makes an event. So one kind of worker,
without anything compiled, serves taps and thousands of streams.

    gateway     hands requests to threads and sends what they answer
    request     one request: what has arrived of it, and what WSGI calls its environment
"""
